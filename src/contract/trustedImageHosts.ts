/** The image cache of the public token API. Its images load at once unless the setting IMAGE_HOSTS names others. */
export const DEFAULT_IMAGE_HOSTS = 'assets.hiro.so'

/** Parses `none`, or host names separated by commas; undefined if one is malformed. */
export function parseImageHosts(text: string): string[] | undefined {
  if (text === 'none') return []
  const hosts = text.split(',').map((host) => host.trim().toLowerCase())
  return hosts.every(isHost) ? hosts : undefined
}

/** Whether the text is the host of a URL, with its port if that is unusual: `images.example:8443`. */
function isHost(text: string): boolean {
  const url = `https://${text}`
  const isForm = /^[a-z0-9-]+(\.[a-z0-9-]+)+(:[0-9]+)?$/.test(text)
  return isForm && URL.canParse(url) && new URL(url).host === text
}
