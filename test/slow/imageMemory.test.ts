import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { imageProcess } from '../support/tokens/imageProcess.ts'

const MAX_MEGABYTES = 250

/** A picture of one colour. */
function flat(side: number, channels: 3 | 4): Sharp {
  const background = { r: 200, g: 30, b: 90, alpha: 0.5 }
  return sharp({ create: { width: side, height: side, channels, background } })
}

function svg(content: string): Buffer {
  const size = 'width="1000" height="1000"'
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${content}</svg>`)
}

/** The most memory that the process had, in megabytes, and the first line of what it sent. */
async function convert(bytes: Buffer): Promise<{ peak: number; answer: string }> {
  const { arguments: args, timeoutMs } = await imageProcess()
  const child = spawn(process.execPath, [...args, String(timeoutMs)], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let peak = 0
  const timer = setInterval(() => {
    const path = `/proc/${child.pid}/status`
    const status = existsSync(path) ? readFileSync(path, 'utf8') : ''
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000)
  }, 2)
  let sent = ''
  child.stdout.on('data', (part) => {
    sent += part
  })
  child.stdin.on('error', () => {})
  child.stdin.end(bytes)
  await new Promise((resolve) => child.once('close', resolve))
  clearInterval(timer)
  return { peak, answer: sent.split('\n')[0] ?? '' }
}

const REFUSED = '{"problem":"too-large"}'
const CONVERTED = expect.stringContaining('"width":1024')

/** All take nearly 100 MB decoded, or are small and take much to draw. */
test.runIf(process.platform === 'linux').each<[string, () => Promise<Buffer>, unknown]>([
  ['PNG, interlaced', () => flat(5700, 3).png({ progressive: true }).toBuffer(), CONVERTED],
  [
    'PNG with 16 bits, interlaced',
    () => flat(3500, 4).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    CONVERTED,
  ],
  ['GIF', () => flat(4900, 4).gif({ effort: 1 }).toBuffer(), CONVERTED],
  ['WebP', () => flat(5000, 4).webp({ lossless: true }).toBuffer(), CONVERTED],
  [
    'JPEG, progressive',
    () => flat(5700, 3).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    REFUSED,
  ],
  ['AVIF', () => flat(5700, 3).avif({ effort: 0 }).toBuffer(), REFUSED],
  [
    'an SVG of many elements',
    async () => svg('<rect width="900" height="900" opacity=".5"/>'.repeat(190_000)),
    REFUSED,
  ],
  [
    'an SVG of one long path',
    async () => svg(`<path d="M0 0${'L9 9L0 0'.repeat(1_000_000)}" stroke-dasharray="0.001"/>`),
    REFUSED,
  ],
  ['a text of 9 MB', async () => svg(`<text>${'x'.repeat(9_000_000)}</text>`), REFUSED],
])('the process that converts %s takes at most 250 MB', async (name, make, expected) => {
  const bytes = await make()
  const { peak, answer } = await convert(bytes)
  console.log(`${name}: ${Math.round(peak)} MB, ${answer}`)
  expect(answer).toEqual(expected)
  expect(peak).toBeGreaterThan(50)
  expect(peak).toBeLessThan(MAX_MEGABYTES)
})
