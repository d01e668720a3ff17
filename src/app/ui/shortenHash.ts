/** The first and last eight characters of a hash or an address: fake addresses that look alike match in fewer. */
export function shortenHash(text: string): string {
  return text.length <= 20 ? text : `${text.slice(0, 8)}…${text.slice(-8)}`
}
