/** "sends, mints and burns" */
export function joinWords(words: string[]): string {
  return LIST.format(words)
}

/** British, because American English has a comma before "and". */
const LIST = new Intl.ListFormat('en-GB')
