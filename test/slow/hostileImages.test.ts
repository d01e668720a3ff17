import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { convertImage } from '../../src/tokenFollower/convertImage.ts'
import { INTERNET } from '../../src/tokenFollower/fetchUntrusted.ts'
import { readImage } from '../../src/tokenFollower/readImage.ts'
import { SBTC } from '../support/bundledIds.ts'
import { makeFolder } from '../support/tokens/databases.ts'
import { eventually, followDocuments } from '../support/tokens/followDocuments.ts'
import { imageProcess } from '../support/tokens/imageProcess.ts'
import { startHost } from '../support/tokens/startHosts.ts'

const NEVER = new AbortController().signal

/** What becomes of bytes: what the matter is, or the size of the picture. */
async function outcomeOf(bytes: Buffer | string, timeoutMs?: number) {
  const converted = await convertImage(Buffer.from(bytes), await imageProcess(timeoutMs), NEVER)
  return typeof converted === 'string' ? converted : [converted.width, converted.height]
}

function svg(content: string, attributes = 'width="100" height="100"'): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

/** The head of a PNG, and nothing of its pixels. */
function pngOfSize(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  // 16 bits a sample, with transparency, interlaced
  head.set([16, 6, 0, 0, 1], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const parts = [
    chunk('IHDR', head),
    chunk('IDAT', Buffer.alloc(9)),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([signature, ...parts])
}

function gifOfSize(side: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\0\0\0', 'latin1')
  head.writeUInt16LE(side, 6)
  head.writeUInt16LE(side, 8)
  const frame = Buffer.from([
    0x2c, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 255, 255, 255, 2, 1, 0x44, 0,
  ])
  frame.writeUInt16LE(side, 5)
  frame.writeUInt16LE(side, 7)
  return Buffer.concat([head, frame, Buffer.from([0x3b])])
}

describe('a bomb is refused before it is decoded:', () => {
  const entities = 'abcdefghi'
  const definitions = [...entities.slice(1)].map(
    (name, at) => `<!ENTITY ${name} "${`&${entities[at]};`.repeat(20)}">`,
  )
  test.each([
    ['a PNG of 60,000²', 'unreadable', pngOfSize(60_000, 60_000)],
    ['a PNG of 10,000²', 'too-large', pngOfSize(10_000, 10_000)],
    ['a PNG of 8 bytes a pixel', 'too-large', pngOfSize(4000, 4000)],
    ['a GIF of 65,535²', 'unreadable', gifOfSize(65_535)],
    ['a GIF of 6,000²', 'too-large', gifOfSize(6000)],
    ['an SVG of 10,000²', 'too-large', svg('', 'width="10000" height="10000"')],
    ['an SVG of 100,000²', 'unreadable', svg('', 'width="100000" height="100000"')],
    [
      'an SVG with entities of entities',
      'unreadable',
      `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${definitions.join('')}]>${svg('<text>&i;</text>')}`,
    ],
    ['a PNG without its pixels', 'unreadable', pngOfSize(100, 100)],
  ])('%s', async (_, problem, bytes) => {
    expect(await outcomeOf(bytes)).toBe(problem)
  })
})

/** A drawing that takes minutes. */
function slowDrawing(): string {
  const blur =
    '<filter id="f"><feGaussianBlur stdDeviation="90"/><feTurbulence numOctaves="99"/></filter>'
  return svg(blur + '<rect width="100" height="100" filter="url(#f)"/>'.repeat(900))
}

test('a picture that needs too much memory or time ends its process alone', async () => {
  expect(await outcomeOf(svg('<rect width="90" height="90" opacity=".5"/>'.repeat(150_000)))).toBe(
    'too-large',
  )
  expect(await outcomeOf(slowDrawing(), 2000)).toBe('too-slow')
  expect(await outcomeOf(svg('<rect width="90" height="90"/>'))).toEqual([1024, 1024])
})

test('a picture that takes too long ends its process, even if nothing else does', async () => {
  const { arguments: args } = await imageProcess()
  const limits = { input: slowDrawing(), timeout: 20_000 }
  const { stdout } = spawnSync(process.execPath, [...args, '500'], limits)
  expect(stdout.toString()).toBe('{"problem":"too-slow"}\n')
})

test('nothing that a drawing names is read', async () => {
  const { port, requests } = await startHost('127.0.0.1', (_, response) => response.end('secret'))
  const url = `http://127.0.0.1:${port}/a.png`
  const names = [url, `file://${process.cwd()}/public/icon-192.png`, 'icon-192.png', '/etc/passwd']
  const images = names.map(
    (name) => `<image xlink:href="${name}" href="${name}" width="9" height="9"/>`,
  )
  const styles = `<style>@import "${url}"; rect { fill: url("${url}") }</style>`
  const others = `<use href="${url}#a"/><script href="${url}">alert(1)</script>`
  const entity = `<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]>`
  const drawn = await convertImage(
    Buffer.from(svg(styles + images.join('') + others)),
    await imageProcess(),
    NEVER,
  )
  if (typeof drawn === 'string') throw new Error(drawn)
  const { channels } = await sharp(drawn.image).stats()
  // All is transparent.
  expect(channels.at(-1)?.max).toBe(0)
  expect(await outcomeOf(entity + svg('<text y="50">&e;</text>'))).toBe('unreadable')
  expect(requests).toEqual([])
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', '<!doctype html><img src="a.png">'],
  ['a PDF', '%PDF-1.7\n1 0 obj\n<<>>\nendobj'],
  [
    'a TIFF',
    await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .tiff()
      .toBuffer(),
  ],
  ['a BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60, 1)])],
])('%s is no picture', async (_, bytes) => {
  expect(await outcomeOf(bytes)).toBe('unreadable')
})

test('of pictures that move, the first one counts', async () => {
  const frames = Buffer.concat([Buffer.alloc(300, 0), Buffer.alloc(300, 255)])
  const raw = { width: 10, height: 20, channels: 3, pageHeight: 10 } as const
  const moving = await sharp(frames, { raw })
    .gif({ delay: [100, 100] })
    .toBuffer()
  const converted = await convertImage(moving, await imageProcess(), NEVER)
  if (typeof converted === 'string') throw new Error(converted)
  const { pages = 1, width, height } = await sharp(converted.image).metadata()
  expect([pages, width, height]).toEqual([1, 10, 10])
  expect((await sharp(converted.image).stats()).channels[0]?.max).toBeLessThan(10)
})

describe('whatever the process does', () => {
  const run = (script: string, signal = NEVER) =>
    convertImage(Buffer.from('bytes'), { arguments: ['--eval', script], timeoutMs: 3000 }, signal)

  test.each([
    ['it ends', 'process.exit(1)'],
    ['it sends no WebP', `console.log('{"width":1,"height":1,"imageBytes":9}\\nno picture')`],
    [
      'it sends another size',
      `console.log('{"width":9999,"height":1,"imageBytes":9}\\nRIFF....WEBP')`,
    ],
    ['it sends without an end', `setInterval(() => process.stdout.write('a'.repeat(1e6)), 1)`],
    ['it sends nothing', ''],
  ])('%s, and the picture could not be converted', async (_, script) => {
    expect(await run(script)).toBe('failed')
  })

  test('if it hangs, it is killed', async () => {
    expect(await run('for (;;);')).toBe('too-slow')
    const stopping = new AbortController()
    const running = run('for (;;);', stopping.signal)
    stopping.abort(new Error('stopped'))
    await expect(running).rejects.toThrow('stopped')
  })

  test('after the end of the follower, none is started', async () => {
    const file = join(makeFolder(), 'started')
    const script = `require('fs').writeFileSync(${JSON.stringify(file)}, '')`
    await expect(run(script, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
    expect(existsSync(file)).toBe(false)
  })

  test('if it cannot be started, the picture could not be converted', async () => {
    // Node refuses this as it does without memory: at once.
    expect(await run('\0')).toBe('failed')
  })

  test('it has nothing of the environment', async () => {
    const script = `console.log(JSON.stringify({ problem: Object.keys(process.env).length === 0 ? 'unreadable' : 'failed' }))`
    expect(await run(script)).toBe('unreadable')
  })
})

/** A token whose document is in its URI, and names an image of a host. PORT is its port. */
async function followImage(image: string) {
  const document = encodeURIComponent(JSON.stringify({ name: 'A', image }))
  const follower = await followDocuments({
    documents: { imageProcess: await imageProcess() },
    uris: { [SBTC]: `data:application/json,${document}` },
    respond({ url = '' }, response) {
      const [, port] = /^\/to\/([0-9]+)/.exec(url) ?? []
      const location = `http://private.example:${port}/a.png`
      if (port !== undefined) response.writeHead(302, { location }).end()
      else response.end(Buffer.alloc(10_000_001))
    },
  })
  const { open, forbidden } = follower.hosts
  await eventually(async () => expect((await follower.details()).image.state).toBe('failed'))
  const { problem } = (await follower.details()).image
  return { problem, requests: open.requests.length, forbidden: forbidden.requests.length }
}

const NOT_PUBLIC = 'The host has an address that is not public.'
const UNREADABLE = 'The image has an address that cannot be read.'

test.each([
  ['http://127.0.0.1:PORT/a.png', NOT_PUBLIC],
  ['http://[::ffff:127.0.0.1]:PORT/a.png', NOT_PUBLIC],
  ['http://2130706433:PORT/a.png', NOT_PUBLIC],
  ['http://private.example:PORT/a.png', NOT_PUBLIC],
  ['http://mixed.example:PORT/a.png', NOT_PUBLIC],
  ['http://user@public.example:PORT/a.png', 'The address has a user or a password.'],
  ['http://public.example:1/a.png', 'The address uses port 1.'],
  ['file:///etc/passwd', UNREADABLE],
  ['javascript:alert(1)', UNREADABLE],
  ['a.png', UNREADABLE],
  [
    `data:text/html,<script>alert(1)</script>`,
    'The image is not PNG, JPEG, WebP, GIF, SVG or AVIF, or is damaged.',
  ],
])('the image %s is refused, without a request', async (image, problem) => {
  expect(await followImage(image)).toEqual({ problem, requests: 0, forbidden: 0 })
})

test('what waits to be written of an image is without its address', async () => {
  const uri = `data:${'A'.repeat(1_000_000)}`
  const image = { source: 'ab', uri, failures: 0, hash: undefined, etag: undefined }
  const reading = await readImage(image, {
    address: undefined,
    isImmutable: true,
    signal: NEVER,
    network: INTERNET,
    timeoutMs: 1000,
    beforeRedirect: async () => {},
    onBusy: () => {},
    isStored: async () => false,
    convert: async () => 'failed',
  })
  expect(reading.problem).toBe('The image has an address that is too long.')
  expect(JSON.stringify(reading).length).toBeLessThan(500)
})

test('a redirect to an address that is not public is not followed', async () => {
  const redirected = await followImage('http://public.example:PORT/to/FORBIDDEN')
  expect(redirected).toEqual({ problem: NOT_PUBLIC, requests: 1, forbidden: 0 })
})

test('more than 10 MB are not read', async () => {
  const { problem } = await followImage('http://public.example:PORT/large.png')
  expect(problem).toBe('The host sent more than 10 MB.')
})
