/**
 * Texts of which no part can be an element, such as headings, and those whose digits are no figures. The groups of a
 * pattern are figures, by name.
 */
export const TEXTS: [pattern: RegExp, ...names: string[]][] = [
  [/^(?:Movements|Change), (?:24 h|7 days)(?: to ([\d,]+))?$/, 'index.block_height'],
  [
    /^(?:Minted|Burned|Holders|Movements|Supply|First movement|Balance) since ([\d,]+)$/,
    'index.from',
  ],
  [/^At block ([\d,]+)$/, 'index.block_height'],
  [/^(?:The last|In these|The newest) ([\d,]+) blocks?(?: here)?$/, 'stones.blocks'],
  [/^Movements in each ([\d,]+) blocks of the index$/, 'pulse.step'],
  [/^\d+ days$/],
  [/^In the last 144 blocks(?: to ([\d,]+))?$/, 'index.block_height'],
  // Why a mint was refused.
  [
    /^This mint came after (?:the only mint|the last of ([\d,]+) mints) \(block ([\d,]+)\)\.$/,
    'refusal.cap',
    'refusal.block',
  ],
  [
    /^Its mint opens at block ([\d,]+); this came ([\d,]+) blocks? too early\.$/,
    'refusal.block',
    'refusal.early',
  ],
  [
    /^It could be minted only before block ([\d,]+); this came ([\d,]+) blocks? late\.$/,
    'refusal.block',
    'refusal.late',
  ],
  [/^No rune had the id \d+:\d+ yet: .+ was etched later\.$/],
  // Why the next block would refuse a mint or an etching.
  [/^All ([\d,]+) mints happened, the last in block ([\d,]+)\.$/, 'refusal.cap', 'refusal.block'],
  [/^The only mint happened, the last in block ([\d,]+)\.$/, 'refusal.block'],
  [/^([\d,]+) of ([\d,]+) mints happened; unconfirmed/, 'refusal.mints', 'refusal.cap'],
  [
    /^Its mint opens at block ([\d,]+); the next block is ([\d,]+)\.$/,
    'refusal.block',
    'next.height',
  ],
  [
    /^It could be minted only before block ([\d,]+); the next block is ([\d,]+)\.$/,
    'refusal.block',
    'next.height',
  ],
  [
    /^This name can be etched from block ([\d,]+) on; the next block is ([\d,]+)\.$/,
    'refusal.block',
    'next.height',
  ],
  [/^Its name was etched in block ([\d,]+), as \d+:\d+\.$/, 'refusal.block'],
  [
    /^It can be minted from block ([\d,]+) on(?:, before block ([\d,]+))?\.$/,
    'rune.mint_start',
    'rune.mint_end',
  ],
  [
    /^Each mint creates (?:nothing|([\d.,]+))(?:, before block ([\d,]+))?(?:, and ([\d,]+) of ([\d,]+) mints are left)?\.$/,
    'rune.mint_amount',
    'rune.mint_end',
    'rune.mints_left',
    'rune.cap',
  ],
  [/^All ([\d,]+) mints are used\.$/, 'rune.cap'],
  [
    /^It could be minted before block ([\d,]+)(?:, and ([\d,]+) of ([\d,]+) mints were not used)?\.$/,
    'rune.mint_end',
    'rune.mints_left',
    'rune.cap',
  ],
  [/^All ([\d,]+) balances$/, 'address.runes'],
  [/^holds ([\d,]+) runes?(?: that this index knows)?$/, 'hit.runes'],
  // The protocol, its standards, and the sizes of pages.
  [/SIP-010/],
  [/\(P2\w+\)$/],
  [/^Names of 27 letters and more are given by the protocol/],
  // What is wrong with a runestone, which the tests of decoding have.
  [/^(?:edict|the pointer|field|flag) .*\.$/i],
  [/^The supply of the rune that it etches would exceed 128 bits\.$/],
  // Ids, numbers of rows, and examples.
  [/0\.077% is shown as 0\.07%/],
  [/^\d+:\d+$/],
  [/^No rune has the id \d+:\d+\.$/],
  [/^The (?:mint|etching) of .+ would be refused\.$/],
  [/^Edict \d+$/],
  [/^“.*”$/],
  [/^testnet, testnet4, signet or regtest$/],
  [/^U\+[0-9A-F]+$/],
  [/^(?:25|50|100)$/],
  [/^A name has 1 to 28 letters/],
  [/^Names of up to 26 letters can be etched/],
  [/snapshot of \d{4}-\d\d-\d\d/],
  [/^(?:7|28) d$/],
  [/^,? ?the largest (?:10|100) have$/i],
  [/^The last \d+ days$/],
  [/^\d+ days a column, UTC$/],
  [/^\d+ blocks a column$/],
]
