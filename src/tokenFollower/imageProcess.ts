import { writeSync } from 'node:fs'
import { setPriority } from 'node:os'
import { buffer } from 'node:stream/consumers'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { ConversionHead, ImageProblem } from './convertImage.ts'

// A process for one picture, which `convertImage` starts: untrusted bytes come in by the standard input, WebP
// goes out by the standard output. Nothing else of the service is in it.

/** The loaders that may see the bytes. */
const LOADERS = ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Svg', 'Heif']
const MAX_DECODED_BYTES = 100_000_000
const MAX_MEMORY_BYTES = 220_000_000
const MAX_SIDE = 1024
const THUMBNAIL_WIDTH = 300

const SAMPLE_BYTES = new Map([
  ['uchar', 1],
  ['char', 1],
  ['ushort', 2],
  ['short', 2],
])

const NOTHING = Buffer.alloc(0)
const STDOUT = 1

setPriority(10)
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: LOADERS.map((name) => `VipsForeignLoad${name}Buffer`) })
// Decoding happens in another thread. Some pictures need more memory than their size says, and soon.
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_MEMORY_BYTES) refuse('too-large')
}, 1)
// The parent ends it too, unless it has ended itself.
setTimeout(() => refuse('too-slow'), Number(process.argv.at(-1)))
await convert(await buffer(process.stdin))

async function convert(bytes: Buffer): Promise<void> {
  const metadata = await readMetadata(bytes)
  const kind = kindOf(metadata)
  if (kind === undefined) return refuse('unreadable')
  if (decodedBytes(metadata) > MAX_DECODED_BYTES) return refuse('too-large')
  try {
    // A drawing is made as large as it is shown.
    const within = {
      width: MAX_SIDE,
      height: MAX_SIDE,
      fit: 'inside',
      withoutEnlargement: kind !== 'svg',
    } as const
    const source = sharp(bytes, { failOn: 'error', sequentialRead: true })
      .autoOrient()
      .resize(within)
    const { data, info } = await source
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const pixels = () => sharp(data, { raw: { width, height, channels } })
    const image = await toWebp(pixels())
    const thumbnail =
      width > THUMBNAIL_WIDTH ? await toWebp(pixels().resize({ width: THUMBNAIL_WIDTH })) : NOTHING
    send({ width, height, imageBytes: image.length }, image, thumbnail)
  } catch {
    refuse('unreadable')
  }
}

async function readMetadata(bytes: Buffer): Promise<Metadata> {
  try {
    return await sharp(bytes).metadata()
  } catch {
    return refuse('unreadable')
  }
}

/** Undefined for those that no browser of today shows. */
function kindOf({ format, compression }: Metadata): string | undefined {
  if (format === 'heif') return compression === 'av1' ? 'avif' : undefined
  return ['png', 'jpeg', 'webp', 'gif', 'svg'].find((kind) => kind === format)
}

function decodedBytes({ width, height, channels, depth }: Metadata): number {
  return width * height * channels * (SAMPLE_BYTES.get(depth) ?? 8)
}

function toWebp(pixels: Sharp): Promise<Buffer> {
  return pixels.webp({ quality: 82, alphaQuality: 90, smartSubsample: true }).toBuffer()
}

function send(head: ConversionHead, ...parts: Buffer[]): void {
  process.stdout.end(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...parts]), () =>
    process.exit(),
  )
}

/** An exit would wait for the decoder. */
function refuse(problem: ImageProblem): never {
  writeSync(STDOUT, `${JSON.stringify({ problem })}\n`)
  process.kill(process.pid, 'SIGKILL')
  throw new Error('killed')
}
