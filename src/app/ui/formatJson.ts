/** JSON text indented for reading; every token stays as it was written, so no digit changes. */
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

// A string, an empty list or object, a mark of structure, or space between them.
const TOKENS = /("(?:[^"\\]|\\.)*")|(\[\s*\]|\{\s*\})|[{}[\],:]|\s+/g

// Deeper levels are no more readable for being further right, and would multiply the text.
const MAX_INDENTED = 20
