/**
 * Texts of which no part can be an element, such as headings, and those whose digits are no figures. The groups of a
 * pattern are figures, by name.
 */
export const TEXTS: [pattern: RegExp, ...names: string[]][] = [
  [/^(?:Movements|Change), (?:24 h|7 days)(?: to ([\d,]+))?$/, 'index.block_height'],
  [/^(?:Minted|Burned|Holders|Movements|Supply|First seen|Balance) since ([\d,]+)$/, 'index.from'],
  [/^At block ([\d,]+)$/, 'index.block_height'],
  [/^block ([\d,]+)$/, 'example.block'],
  [/^All ([\d,]+) balances$/, 'address.runes'],
  // The protocol, its standards, and the sizes of pages.
  [/SIP-010/],
  [/^(?:Taproot|SegWit) \(P2\w+\)$/],
  [/^U\+[0-9A-F]+$/],
  [/^(?:25|50|100)$/],
  [/^A name has 1 to 28 letters/],
  [/^Names of up to 26 letters can be etched/],
  [/snapshot of \d{4}-\d\d-\d\d/],
  [/^(?:7|28) d$/],
  [/^,? ?the largest (?:10|100) have$/i],
  [/^The last \d+ days$/],
  [/^\d+ days a column, UTC$/],
]
