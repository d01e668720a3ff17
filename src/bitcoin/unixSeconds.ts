/** The time now, in whole seconds since 1970. */
export function unixSeconds(): number {
  return Math.floor(Date.now() / 1000)
}
