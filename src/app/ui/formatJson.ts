/** Indents JSON text. Tokens stay unchanged, so that no digit changes. */
export function formatJson(text: string): string {
  let depth = 0
  const newLine = () => `\n${'  '.repeat(Math.min(depth, MAX_INDENTED))}`
  return text.replace(TOKENS, (token, string, empty) => {
    if (string !== undefined) return string
    if (empty !== undefined) return empty.replace(/\s/g, '')
    if (token === ',') return token + newLine()
    if (token === ':') return ': '
    if (/^\s/.test(token)) return ''
    const isOpening = token === '{' || token === '['
    depth += isOpening ? 1 : -1
    return isOpening ? token + newLine() : newLine() + token
  })
}

// A string, an empty list or object, a structural character, or whitespace.
const TOKENS = /("(?:[^"\\]|\\.)*")|(\[\s*\]|\{\s*\})|[{}[\],:]|\s+/g

// More indentation would not help the reader, and would multiply the size of the text.
const MAX_INDENTED = 20
