/** In lower case, without spaces and the dots of rune names. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s•·∙●.]/g, '')
}
