/** The path of an image of a token, or of the small one, by the hash of the bytes that it was made from. */
export function imagePath(hash: string, size: 'full' | 'small'): string {
  return `/images/${hash}${size === 'small' ? '-300' : ''}.webp`
}

/** The path in the address of an image that a service has itself; undefined if it is another one's. */
export function ownImagePath(address: string): string | undefined {
  return /^(?:https?:\/\/[^/]+)?(\/images\/[0-9a-f]{64}(?:-300)?\.webp)$/.exec(address)?.[1]
}
