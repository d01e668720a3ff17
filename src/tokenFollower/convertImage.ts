import { type ChildProcess, spawn } from 'node:child_process'
import * as v from 'valibot'
import { tryParse } from '../contract/json.ts'

/** A picture as WebP, and the same in small if it is wider than that. */
export type ConvertedImage = {
  width: number
  height: number
  image: Buffer
  thumbnail: Buffer | undefined
}

/** How pictures are converted: the arguments of the process of Node that does it. The last one that it gets is the time. */
export type ImageProcess = { arguments: readonly string[]; timeoutMs: number }

const Problem = v.picklist(['unreadable', 'too-large', 'too-slow', 'failed'])
export type ImageProblem = v.InferOutput<typeof Problem>

/** The first line of what the process sends; the picture and the small one follow. */
const Head = v.object({
  width: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1024)),
  height: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1024)),
  imageBytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
export type ConversionHead = v.InferOutput<typeof Head>

const ConversionResponse = v.union([Head, v.object({ problem: Problem })])

/** Two pictures of noise have 3 MB. */
const MAX_SENT_BYTES = 8_000_000

/**
 * Converts an untrusted picture, in a process of its own: it has an empty environment, and its end takes
 * with it whatever the picture did to it. @throws the reason of `signal` if it is aborted
 */
export async function convertImage(
  bytes: Buffer,
  process: ImageProcess,
  signal: AbortSignal,
): Promise<ConvertedImage | ImageProblem> {
  signal.throwIfAborted()
  const child = startProcess(process)
  const sent = child === undefined ? 'failed' : await runProcess(child, bytes, { process, signal })
  signal.throwIfAborted()
  return typeof sent === 'string' ? sent : readResponse(sent)
}

/** Undefined if the system has no memory or no files left for it. */
function startProcess({ arguments: args, timeoutMs }: ImageProcess) {
  try {
    const child: ChildProcess = spawn(process.execPath, [...args, String(timeoutMs)], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    })
    // Without a listener, an error would end the thread.
    child.on('error', () => {})
    const { stdin, stdout } = child
    return stdin && stdout ? { child, stdin, stdout } : undefined
  } catch {
    return
  }
}

type Running = NonNullable<ReturnType<typeof startProcess>>

function runProcess(
  { child, stdin, stdout }: Running,
  bytes: Buffer,
  { process: { timeoutMs }, signal }: { process: ImageProcess; signal: AbortSignal },
): Promise<Buffer | 'too-slow' | 'failed'> {
  return new Promise((resolve) => {
    let isLate = false
    const kill = () => void child.kill('SIGKILL')
    const timer = setTimeout(() => {
      isLate = true
      kill()
    }, timeoutMs)
    signal.addEventListener('abort', kill)
    const parts: Buffer[] = []
    let length = 0
    stdout.on('data', (part: Buffer) => {
      parts.push(part)
      length += part.length
      if (length > MAX_SENT_BYTES) kill()
    })
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
      if (isLate) resolve('too-slow')
      else resolve(length > MAX_SENT_BYTES ? 'failed' : Buffer.concat(parts))
    }
    child.once('close', end)
    // It could not be started.
    child.once('error', end)
    // It may end before it has read all.
    stdin.on('error', () => {})
    stdin.end(bytes)
  })
}

function readResponse(sent: Buffer): ConvertedImage | ImageProblem {
  const lineEnd = sent.indexOf('\n')
  const parsed = v.safeParse(ConversionResponse, tryParse(sent.toString('utf8', 0, lineEnd)))
  if (!parsed.success) return 'failed'
  if ('problem' in parsed.output) return parsed.output.problem
  const { width, height, imageBytes } = parsed.output
  const images = sent.subarray(lineEnd + 1)
  const [image, thumbnail] = [images.subarray(0, imageBytes), images.subarray(imageBytes)]
  if (!isWebp(image) || !(thumbnail.length === 0 || isWebp(thumbnail))) return 'failed'
  return { width, height, image, thumbnail: thumbnail.length === 0 ? undefined : thumbnail }
}

function isWebp(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
}
