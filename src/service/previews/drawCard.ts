import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import satori from 'satori'
import { Card, type CardData } from './Card.tsx'
import { CARD_HEIGHT, CARD_PIXELS, CARD_WIDTH } from './cardSize.ts'
import { fontsFor } from './fonts.ts'

const require = createRequire(import.meta.url)
await initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')))

/** Draws the image as PNG. This is CPU-bound, so `drawInWorker.ts` runs it in a worker. */
export async function drawCard(card: CardData): Promise<Uint8Array> {
  const fonts = fontsFor(drawnTexts(card))
  const svg = await satori(Card(card), { width: CARD_WIDTH, height: CARD_HEIGHT, fonts })
  const resvg = new Resvg(svg, {
    font: { loadSystemFonts: false },
    fitTo: { mode: 'width', value: CARD_PIXELS },
  })
  const image = resvg.render()
  try {
    return image.asPng()
  } finally {
    image.free()
    resvg.free()
  }
}

/** Figures draw names, addresses and numbers, but no symbols of runes, which may be of any script. */
function drawnTexts({ marks, ...card }: CardData): string {
  const texts = JSON.stringify(card, (key, value) => (key === 'symbol' ? undefined : value))
  return texts + marks.map(({ symbol }) => symbol).join('')
}
