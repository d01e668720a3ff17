import fc from 'fast-check'

const TEXT = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    '=HYPERLINK("http://x","y")',
    "+1+cmd|' /C calc'!A0",
    '-2+3',
    '@SUM(1)',
    '\t=1',
    '\r=1',
    'a;=1;b',
    'a\r\n=1',
    '"quoted", and so on',
    "'=1",
    '007',
    '1e5',
    '12 "=1',
    '# no comment',
  ),
)

const UNITS = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n })
const AMOUNT = fc.tuple(UNITS, fc.nat({ max: 38 })).map(([units, decimals]) => {
  const digits = String(units).padStart(decimals + 1, '0')
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
})

/** Records whose text fields are difficult for spreadsheets and CSV parsers. */
export const HOSTILE_RECORD = fc.record({
  rune: fc.record({
    id: fc.constantFrom('840000:1', '849250:17'),
    number: fc.nat(),
    name: TEXT,
    spaced_name: TEXT,
  }),
  address: TEXT,
  receiver_address: TEXT,
  amount: AMOUNT,
  operation: fc.oneof(fc.constantFrom('mint', 'send', 'receive', 'burn'), TEXT),
  location: fc.record({
    block_hash: fc.constant('00'.repeat(32)),
    block_height: fc.nat(),
    tx_id: fc.stringMatching(/^[0-9a-f]{64}$/),
    tx_index: fc.nat(),
    vout: fc.nat(),
    timestamp: fc.nat(),
  }),
})

export type HostileRecord = Parameters<Parameters<typeof HOSTILE_RECORD.map>[0]>[0]
