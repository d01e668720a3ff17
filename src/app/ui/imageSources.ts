import { safeImageUrl } from './safeUrl.ts'

/** The addresses that are safe as sources of an image, each once. */
export function imageSources(addresses: (string | undefined)[], gateway: string | undefined) {
  const unique = new Set(addresses.filter((address) => address !== undefined))
  return [...unique]
    .map((address) => safeImageUrl(address, gateway))
    .filter((source) => source !== undefined)
}

/** The letter that stands for a missing image. */
export function firstLetter(name: string | undefined): string {
  return /\p{L}|\p{N}/u.exec(name ?? '')?.[0] ?? '?'
}
