/** A stranger's text in quotation marks, short enough for a title. */
export function quote(text: string): string {
  // By characters, so that none is cut in two.
  const characters = Array.from(text)
  return `“${characters.slice(0, 40).join('')}${characters.length > 40 ? '…' : ''}”`
}
