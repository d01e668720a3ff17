import * as v from 'valibot'
import type { JsonObject, JsonValue } from '../contract/json.ts'
import { RequestError } from '../contract/requestError.ts'
import type { TokenLocalization, TokenMetadata } from '../contract/schemas/token.ts'
import { Locale, readMetadata } from '../tokens/parseToken.ts'
import { parseUntrusted } from '../tokens/parseUntrusted.ts'

/** A document cannot be read. The message continues "the document …". */
export class MalformedDocument extends Error {
  override name = 'MalformedDocument'
}

/** The standard that documents follow. */
const SIP = 16
/** Each is a row. */
const MAX_ENTRIES = 1000
const MAX_LOCALES = 20
/** Where documents have their image, in the order of the token API. */
const IMAGES = ['image', 'imageUrl', 'image_url', 'image_uri', 'image_canonical_uri']

/**
 * Parses a metadata document. One in another language than the default one needs no name.
 * @throws {MalformedDocument}
 */
export function parseDocument(bytes: Uint8Array, locale: string): TokenMetadata {
  const raw = parseObject(bytes)
  expectFewEntries(raw)
  const image = IMAGES.find((key) => raw[key] !== undefined && raw[key] !== null)
  const metadata = readMetadata({ ...raw, sip: SIP, image: raw[image ?? 'image'] ?? null })
  if (metadata === undefined) throw new MalformedDocument('has no readable field')
  if (locale === '' && metadata.name === undefined) throw new MalformedDocument('has no name')
  const { localization } = metadata
  return { ...metadata, localization: localization && readLocalization(localization) }
}

function expectFewEntries({ attributes, properties }: JsonObject): void {
  if ([attributes, properties].every((value) => countEntries(value) <= MAX_ENTRIES)) return
  throw new MalformedDocument(
    `has more than ${MAX_ENTRIES.toLocaleString('en')} attributes or properties`,
  )
}

function countEntries(value: JsonValue | undefined): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}

function parseObject(bytes: Uint8Array): JsonObject {
  try {
    const value = parseUntrusted(new TextDecoder().decode(bytes))
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value
  } catch (error) {
    if (error instanceof RequestError) throw new MalformedDocument(sentenceEnd(error))
    // RangeError: nested too deeply.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
  }
  throw new MalformedDocument('is not a JSON object')
}

/** "The JSON is nested …" */
function sentenceEnd({ message }: RequestError): string {
  return message.replace(/^The JSON /, '').replace(/\.$/, '')
}

/** With the default locale first, each once; undefined if it does not say where the other documents are. */
function readLocalization(localization: TokenLocalization): TokenLocalization | undefined {
  const { uri, default: preferred, locales } = localization
  if (!uri || preferred === undefined || !v.is(Locale, preferred)) return
  const others = new Map(
    locales
      .filter((locale) => v.is(Locale, locale))
      .map((locale) => [locale.toLowerCase(), locale] as const),
  )
  others.delete(preferred.toLowerCase())
  return { ...localization, locales: [preferred, ...[...others.values()].slice(0, MAX_LOCALES)] }
}

const DATA_URI = /^data:([^,]*),(.*)$/is

/**
 * The bytes of a document in a `data:` URI; undefined if it is none. What is not in Base64 is escaped if it begins so,
 * else as it is: as the token API reads it.
 */
export function documentInUri(uri: string): Buffer | undefined {
  return bytesOfDataUri(uri, (content) => content.startsWith('%'))
}

/** The same of an image, which browsers show too: what is not in Base64 is escaped. */
export function imageInUri(uri: string): Buffer | undefined {
  return bytesOfDataUri(uri, () => true)
}

function bytesOfDataUri(uri: string, isEscaped: (content: string) => boolean): Buffer | undefined {
  const [, type, content = ''] = DATA_URI.exec(uri.trim()) ?? []
  if (type === undefined) return
  if (/;\s*base64$/i.test(type)) return Buffer.from(content, 'base64')
  return isEscaped(content) ? unescapeBytes(content) : Buffer.from(content)
}

/** A `%` that escapes nothing stays. */
function unescapeBytes(text: string): Buffer {
  const escaped = text.replace(/[^\x20-\x7e]+/g, encodeURIComponent)
  return Buffer.from(
    escaped.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}
