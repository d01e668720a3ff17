import { PICTURES } from './demoPictures.ts'

/** A SIP-010 contract of the demo. */
export type DemoToken = {
  /** That of the contract. */
  contractName: string
  name: string
  symbol: string
  decimals: number
  supply: bigint
  /** What its metadata document is read from. */
  uri: string
}

/** A token in three languages, and a copy of it by somebody else. */
const LANTERN = { name: 'Lantern', symbol: 'LNTN', decimals: 6 } as const

const LANTERN_DOCUMENT = {
  sip: 16,
  name: LANTERN.name,
  description: 'A small light for long evenings. Invented for this demo.',
  image: PICTURES.lantern,
  attributes: [
    { trait_type: 'Season', value: 'Autumn' },
    { trait_type: 'Brightness', display_type: 'number', value: 7, max_value: 10 },
  ],
  properties: { decimals: LANTERN.decimals, website: 'https://lantern.example' },
}

const LANGUAGES: Readonly<Record<string, object>> = {
  fr: {
    name: 'Lanterne',
    description: 'Une petite lumière pour les longues soirées. Inventée pour cette démonstration.',
    attributes: [
      { trait_type: 'Saison', value: 'Automne' },
      { trait_type: 'Luminosité', display_type: 'number', value: 7, max_value: 10 },
    ],
  },
  ja: {
    name: 'ランタン',
    description: '長い夜のための小さな灯り。このデモのために作られました。',
    attributes: [
      { trait_type: '季節', value: '秋' },
      { trait_type: '明るさ', display_type: 'number', value: 7, max_value: 10 },
    ],
  },
}

/** The documents that a host has, by their names. The others are in the URIs themselves. */
export function hostedDocument(name: string, base: string): object | undefined {
  const localization = {
    uri: `${base}/lantern.{locale}.json`,
    default: 'en',
    locales: ['en', 'fr', 'ja'],
  }
  if (name === 'lantern.json') return { ...LANTERN_DOCUMENT, localization }
  return LANGUAGES[/^lantern\.(..)\.json$/.exec(name)?.[1] ?? '']
}

/** The host never responds to it. */
export const SLOW_DOCUMENT = 'ferry.json'

/** The supply of this one grows. */
export const GROWING = 'rainfall'

/** The first tokens, in the order in which they are deployed. `base`: the address of the hosted documents. */
export function firstTokens(base: string): DemoToken[] {
  return [
    {
      ...LANTERN,
      contractName: 'lantern',
      supply: 21_000_000_000_000n,
      uri: `${base}/lantern.json`,
    },
    {
      contractName: GROWING,
      name: 'Rainfall',
      symbol: 'RAIN',
      decimals: 2,
      supply: 140_000n,
      uri: inUri({
        name: 'Rainfall',
        description: 'Grows each minute: what it rains is minted. Invented for this demo.',
        image: PICTURES.rain,
      }),
    },
    {
      contractName: 'ferry-ticket',
      name: 'Ferry Ticket',
      symbol: 'FERRY',
      decimals: 0,
      supply: 480n,
      uri: `${base}/${SLOW_DOCUMENT}`,
    },
    {
      contractName: 'hostile',
      // Lists are in the order of names, and this one is not what a visitor should see first.
      name: 'Untrusted <b>name</b> \u202etxet desrever\u202c \u200bhidden',
      symbol: 'L\u0391NTERN',
      decimals: 100_000,
      supply: 2n ** 128n - 1n,
      uri: inUri(HOSTILE),
    },
    {
      ...LANTERN,
      contractName: 'lantern-token',
      supply: 1_000_000_000_000_000n,
      uri: inUri({
        name: LANTERN.name,
        description: 'A copy of another token, with its picture. Invented for this demo.',
        image: PICTURES.lantern,
      }),
    },
  ]
}

const HOSTILE = {
  name: '=HYPERLINK("https://hostile.example")',
  description: '<script>alert(1)</script> <img src=x onerror=alert(1)> All of this is text.',
  image: 'javascript:alert(document.domain)',
  attributes: [
    { trait_type: '__proto__', display_type: 'date', value: 1e308 },
    { trait_type: 'x'.repeat(300), value: 'long '.repeat(200) },
  ],
  properties: { constructor: { '\u202ekey': [null, 12345678901234567890n.toString()] } },
}

const LATER = [
  { name: 'Copper Kite', symbol: 'KITE', picture: 'kite' },
  { name: 'Quiet Harbour', symbol: 'QUAY', picture: 'wave' },
  { name: 'Winter Leaf', symbol: 'LEAF', picture: 'leaf' },
  { name: 'Paper Boat', symbol: 'BOAT', picture: 'wave' },
  { name: 'Garden Gate', symbol: 'GATE', picture: 'leaf' },
  { name: 'Evening Wind', symbol: 'WIND', picture: 'kite' },
] as const

/** The tokens that come later, without an end. */
export function laterToken(index: number): DemoToken {
  const { name, symbol, picture } = LATER[index % LATER.length] ?? LATER[0]
  const round = Math.floor(index / LATER.length)
  const numbered = round === 0 ? name : `${name} ${round + 1}`
  return {
    contractName: numbered.toLowerCase().replaceAll(' ', '-'),
    name: numbered,
    symbol,
    decimals: index % 9,
    supply: BigInt(1 + (index % 7)) * 10n ** BigInt(6 + (index % 9)),
    uri: inUri({
      name: numbered,
      description: 'A new token, deployed while the demo runs. Invented for it.',
      image: PICTURES[picture],
    }),
  }
}

function inUri(document: object): string {
  return `data:application/json,${encodeURIComponent(JSON.stringify(document))}`
}
