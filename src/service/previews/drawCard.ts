import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import satori from 'satori'
import { Card, type CardText, PREVIEW_HEIGHT, PREVIEW_WIDTH } from './Card.tsx'
import { fontsFor } from './fonts.ts'

const require = createRequire(import.meta.url)
await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))

/** Draws the image as PNG. This is CPU-bound, so `drawInWorker.ts` runs it in a worker. */
export async function drawCard(text: CardText): Promise<Uint8Array> {
  const fonts = fontsFor(Object.values(text).join(' '))
  const svg = await satori(Card(text), { width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT, fonts })
  const resvg = new Resvg(svg, { font: { loadSystemFonts: false } })
  const image = resvg.render()
  try {
    return image.asPng()
  } finally {
    image.free()
    resvg.free()
  }
}
