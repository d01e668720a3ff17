import { inflateSync } from 'node:zlib'

/** A decoded PNG of 8-bit RGBA: what resvg writes. */
export type Picture = { width: number; height: number; colourAt: (x: number, y: number) => string }

export function readPng(bytes: Buffer): Picture {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const [depth, colourType] = [bytes[24], bytes[25]]
  if (depth !== 8 || colourType !== 6) throw new Error('Only 8-bit RGBA is read.')
  const rows = unfilter(inflateSync(Buffer.concat(dataChunks(bytes))), width * 4, height)
  return {
    width,
    height,
    colourAt: (x, y) => `#${rows.subarray((y * width + x) * 4).toString('hex', 0, 3)}`,
  }
}

function dataChunks(bytes: Buffer): Buffer[] {
  const chunks: Buffer[] = []
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') chunks.push(bytes.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return chunks
}

/** Undoes the filters of rows (section 9 of the PNG specification). */
function unfilter(filtered: Buffer, stride: number, height: number): Buffer {
  const rows = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = filtered[y * (stride + 1)] ?? 0
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x
      const left = x < 4 ? 0 : (rows[at - 4] ?? 0)
      const up = y === 0 ? 0 : (rows[at - stride] ?? 0)
      const corner = x < 4 || y === 0 ? 0 : (rows[at - stride - 4] ?? 0)
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
      rows[at] = (filtered[y * (stride + 1) + 1 + x] ?? 0) + predicted
    }
  }
  return rows
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const distances = [left, up, corner].map((value) => Math.abs(estimate - value))
  const nearest = Math.min(...distances)
  return [left, up, corner][distances.indexOf(nearest)] ?? 0
}

/** How many pixels of some rows of a picture have each colour. */
export function countColours(
  { width, height, colourAt }: Picture,
  [first, end] = [0, height],
): Map<string, number> {
  const counts = new Map<string, number>()
  for (let y = first; y < end; y++) {
    for (let x = 0; x < width; x++) {
      const colour = colourAt(x, y)
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
  }
  return counts
}
