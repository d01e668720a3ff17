import { optionalTextOf, type Row } from './database.ts'

/** The minting terms of a row of `runes` that has some. */
export function readTerms(row: Row) {
  const read = (column: string) => {
    const digits = optionalTextOf(row, column)
    return digits === undefined ? undefined : BigInt(digits)
  }
  return {
    amount: read('terms_amount'),
    cap: read('terms_cap'),
    heightStart: read('terms_height_start'),
    heightEnd: read('terms_height_end'),
    offsetStart: read('terms_offset_start'),
    offsetEnd: read('terms_offset_end'),
  }
}
