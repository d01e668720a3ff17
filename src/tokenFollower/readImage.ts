import { createHash } from 'node:crypto'
import type { ConvertedImage, ImageProblem } from './convertImage.ts'
import { type Fetched, FetchFailure, fetchUntrusted, HostBusy } from './fetchUntrusted.ts'
import { MAX_URI_LENGTH } from './gateways.ts'
import { imageInUri } from './parseDocument.ts'
import { type DocumentSource, retryAfter } from './readDocument.ts'
import { DAY, WEEK } from './tasks.ts'

/** An image to read, and what is stored of it. */
export type DueImage = {
  source: string
  uri: string
  /** In a row, before. */
  failures: number
  /** Of the stored image; undefined if there is none. */
  hash: string | undefined
  etag: string | undefined
}

/**
 * What was read of an image; not its URI, which may have a megabyte. `converted` is undefined if an image with the same
 * bytes is stored.
 */
export type ImageReading = {
  image: Pick<DueImage, 'source' | 'failures'>
  nextInSeconds: number | undefined
} & ({ problem: string } | { problem: undefined; fetched: 'unchanged' | ReadImage })

type ReadImage = {
  hash: string
  etag: string | undefined
  converted: ConvertedImage | undefined
}

const MAX_BYTES = 10_000_000

export type ImageOrigin = DocumentSource & {
  isStored: (hash: string) => Promise<boolean>
  convert: (bytes: Buffer) => Promise<ConvertedImage | ImageProblem>
}

/** An image cannot be shown. The message is a sentence. */
class UnusableImage extends Error {
  override name = 'UnusableImage'
}

/** Reads an image, and converts it. What is stored survives every failure. */
export async function readImage(due: DueImage, origin: ImageOrigin): Promise<ImageReading> {
  const { source, failures } = due
  const image = { source, failures }
  try {
    const fetched = await fetchImage(due, origin)
    const nextInSeconds = origin.isImmutable ? undefined : WEEK
    if (fetched === 'unchanged') return { image, nextInSeconds, problem: undefined, fetched }
    const read = await convert(fetched, origin)
    return { image, nextInSeconds, problem: undefined, fetched: read }
  } catch (error) {
    const wanted = retryAfter(failures)
    if (error instanceof UnusableImage) {
      return { image, nextInSeconds: Math.max(DAY, wanted), problem: error.message }
    }
    if (!(error instanceof FetchFailure)) throw error
    const isBusy = error instanceof HostBusy
    if (isBusy) origin.onBusy(error)
    const nextInSeconds = isBusy ? Math.max(error.seconds, wanted) : wanted
    return { image, nextInSeconds, problem: error.message }
  }
}

async function fetchImage(
  { uri, etag }: DueImage,
  { address, ...origin }: ImageOrigin,
): Promise<Fetched> {
  if (address !== undefined) {
    return fetchUntrusted(address, { ...origin, accept: ACCEPT, maxBytes: MAX_BYTES, etag })
  }
  const own = imageInUri(uri)
  if (own !== undefined) return { bytes: own, etag: undefined }
  const problem = uri.length > MAX_URI_LENGTH ? 'is too long' : 'cannot be read'
  throw new UnusableImage(`The image has an address that ${problem}.`)
}

const ACCEPT = 'image/webp, image/png, image/*, */*'

async function convert(
  { bytes, etag }: Exclude<Fetched, 'unchanged'>,
  origin: ImageOrigin,
): Promise<ReadImage> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (await origin.isStored(hash)) return { hash, etag, converted: undefined }
  const converted = await origin.convert(bytes)
  if (converted === 'failed') throw new FetchFailure('The image could not be converted.')
  if (typeof converted === 'string') throw new UnusableImage(SENTENCES[converted])
  return { hash, etag, converted }
}

const SENTENCES: Record<Exclude<ImageProblem, 'failed'>, string> = {
  unreadable: 'The image is not PNG, JPEG, WebP, GIF, SVG or AVIF, or is damaged.',
  'too-large': 'The image is too large.',
  'too-slow': 'The image takes too long to draw.',
}
