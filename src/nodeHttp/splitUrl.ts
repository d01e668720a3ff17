/**
 * Takes the credentials, `user:password`, out of the URL of a node: `fetch` refuses URLs that have them.
 * @throws {TypeError} if the URL is malformed. The message leaves the URL out, because it may have a password.
 */
export function splitUrl(text: string): { address: URL; credentials: string | undefined } {
  if (!URL.canParse(text) || !/^https?:/i.test(text)) throw new TypeError('The URL is malformed.')
  const address = new URL(text)
  const { username, password } = address
  address.username = ''
  address.password = ''
  const hasCredentials = username !== '' || password !== ''
  const credentials = `${decode(username)}:${decode(password)}`
  return { address, credentials: hasCredentials ? credentials : undefined }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Without the cause, a URIError.
    throw new TypeError('The URL is malformed: write a % in its user or password as %25.')
  }
}
