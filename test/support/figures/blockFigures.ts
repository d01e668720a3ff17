// The figures of the home page and of blocks, as the model knows them.
import type { Answers } from '../model/answers.ts'
import { partsOf } from '../model/facts.ts'
import type { ModelBlock } from '../model/types.ts'
import {
  columnOf,
  counted,
  countsText,
  dayText,
  grouped,
  linkTo,
  type ModelFigure,
  type ModelPoint,
  typeFigures,
} from './modelFigure.ts'

/** The newest blocks and, of a live index, how many movements are `pending`. */
export function latestBlocks(answers: Answers, shown: number, pending?: number): ModelFigure {
  const blocks = answers.blocks().slice(0, shown).reverse()
  const counts = blocks.map(({ counts: { transfers, mints, burns, etchings } }) => [
    transfers,
    mints,
    burns,
    etchings,
  ])
  const points = blocks.map(({ block_height, timestamp, transactions, movements }, index) => ({
    text: `Block ${grouped(block_height)}: ${countsText(counts[index] ?? []) || 'no rune moved'}`,
    tooltip: {
      'block.block_height': [block_height],
      'block.timestamp': [timestamp],
      ...typeFigures('block', counts[index] ?? []),
      'block.transactions': movements === 0 ? [] : [transactions],
    },
    to: linkTo(`/block/${block_height}`),
  }))
  const waiting = pending === undefined ? [] : [pending]
  const columns = [
    ...counts.map(columnOf),
    // Only its outline is drawn.
    ...waiting.map((count) => [{ fill: 'none', count }]),
  ]
  return {
    kind: 'latest blocks',
    pointsOf: () => [...points, ...waiting.map(pendingPoint)],
    panels: [{ kind: 'columns', columns, isUnfinished: false }],
  }
}

function pendingPoint(movements: number): ModelPoint {
  return {
    text: `In no block yet: ${counted(movements, 'movement')}`,
    tooltip: { 'pending.total': [movements] },
    to: linkTo('/pending'),
  }
}

/** The whole index, where it has more blocks than are `shown` one by one. */
export function allBlocks(answers: Answers, shown: number): ModelFigure | undefined {
  const { step, results } = answers.pulse()
  const last = results.at(-1)
  if (results.length < 3 || answers.blocks().length <= shown) return
  return {
    kind: 'all blocks',
    pointsOf: () =>
      results.map(({ from = 0, to = 0, timestamp = 0, movements }) => {
        const heights =
          from === to ? `Block ${grouped(from)}` : `Blocks ${grouped(from)} to ${grouped(to)}`
        return {
          text: `${heights}, ${dayText(timestamp)}: ${counted(movements, 'movement')}`,
          tooltip: {
            'pulse.from': [from],
            'pulse.to': from === to ? [] : [to],
            'pulse.timestamp': [timestamp],
            'pulse.movements': [movements],
          },
          to: from === to ? linkTo(`/block/${from}`) : linkTo('/blocks', { before: to + 1 }),
        }
      }),
    panels: [
      {
        kind: 'columns',
        columns: results.map(({ movements }) => [{ fill: 'muted', count: movements }]),
        isUnfinished: last !== undefined && (last.to ?? 0) - (last.from ?? 0) + 1 < step,
        cutFill: 'ink',
      },
    ],
  }
}

/** Undefined if nothing moved. */
export function blockOrder(block: ModelBlock): ModelFigure | undefined {
  const { parts, part_size } = partsOf(block)
  if (parts.length === 0) return
  return {
    kind: 'order of a block',
    pointsOf: () =>
      parts.map((counts, part) => {
        const [first, last] = [part * part_size, (part + 1) * part_size - 1]
        const positions =
          first === last
            ? `Position ${grouped(first)}`
            : `Positions ${grouped(first)} to ${grouped(last)}`
        return {
          text: `${positions}: ${countsText(counts) || 'no movement'}`,
          tooltip: {
            'part.first_tx': [first],
            'part.last_tx': first === last ? [] : [last],
            ...typeFigures('part', counts),
          },
          to: linkTo(`/block/${block.height}`, { figure: 'order', first_tx: first, last_tx: last }),
        }
      }),
    panels: [{ kind: 'columns', columns: parts.map(columnOf), isUnfinished: false }],
  }
}

type Tile = ReturnType<Answers['treemap']>['runes'][number]['tiles'][number]
type Joined = { type: Tile['type']; movements: number }

/** The movements of a block by rune and address. What the treemap does not say alone, it says together. */
export function blockTreemap(answers: Answers, block: ModelBlock): ModelFigure | undefined {
  const { runes, others } = answers.treemap(block)
  if (runes.length === 0) return
  if (others !== undefined) throw new Error('the block has more runes than are known by address')
  const link = (parameters: Record<string, string | undefined>) =>
    linkTo(`/block/${block.height}`, { ...parameters, group: 'off' })

  function pointsOf(texts: Set<string>): ModelPoint[] {
    const isNamed = (name: string) => [...texts].some((text) => text.includes(` of ${name} `))
    const named = runes.filter(({ rune }) => isNamed(rune.spaced_name))
    const small = runes.filter((rune) => !named.includes(rune))
    // Without room for a tile, the others are only counted below.
    const isDrawn = [...texts].some((text) => / more runes?$/.test(text))
    return [...named.flatMap((rune) => tilesOf(rune, texts)), ...(isDrawn ? joinRunes(small) : [])]
  }

  function tilesOf({ rune, tiles, rest }: (typeof runes)[number], texts: Set<string>) {
    const of = rune.spaced_name
    const alone = tiles.map((tile) => ({ tile, text: `${what(tile)} of ${of} ${whoOf(tile)}` }))
    const joined = alone.flatMap(({ tile, text }) => (texts.has(text) ? [] : [tile]))
    return [
      ...alone
        .filter(({ text }) => texts.has(text))
        .map(({ tile, text }) => ({
          text,
          movements: tile.movements,
          tooltip: { 'tile.movements': [tile.movements], 'tile.amount': [tile.amount] },
          to: link({ type: tile.type, rune: of, ...partyOf(tile) }),
        })),
      ...joinAddresses(joined, rest).map(({ who, amount, ...tile }) => ({
        text: `${what(tile)} of ${of} ${prepositionOf(tile)} ${who}`,
        movements: tile.movements,
        tooltip: { 'tile.movements': [tile.movements], 'tile.amount': [amount] },
        to: link({ type: tile.type, rune: of }),
      })),
    ]
  }

  function joinRunes(small: typeof runes): ModelPoint[] {
    return TYPES.flatMap((type) => {
      const own = small
        .map(({ tiles, rest }) => sumOf([...tiles, ...rest].filter((tile) => tile.type === type)))
        .filter((movements) => movements > 0)
      const movements = own.reduce((sum, count) => sum + count, 0)
      if (movements === 0) return []
      return [
        {
          text: `${what({ type, movements })} of ${counted(own.length, 'more rune')}`,
          movements,
          tooltip: { 'tile.movements': [movements], 'tile.runes': [own.length] },
          to: link({ type }),
        },
      ]
    })
  }

  return { kind: 'treemap', pointsOf, panels: [] }
}

const TYPES = ['transfer', 'mint', 'burn', 'etching'] as const

/** "82 addresses, 1 to 5 each", for each type. */
function joinAddresses(
  tiles: Tile[],
  rest: ReturnType<Answers['treemap']>['runes'][number]['rest'],
) {
  return TYPES.flatMap((type) => {
    const own = tiles.filter((tile) => tile.type === type)
    const more = rest.filter((tile) => tile.type === type)
    const least = Math.min(...own.map(({ movements }) => movements), ...more.map((it) => it.least))
    const most = Math.max(...own.map(({ movements }) => movements), ...more.map((it) => it.most))
    const addresses = own.length + more.reduce((sum, it) => sum + it.addresses, 0)
    if (addresses === 0) return []
    const range = `${grouped(least)} ${most - least === 1 ? 'or' : 'to'} ${grouped(most)}`
    const each = least === most ? grouped(least) : range
    const who = `${counted(addresses, 'address', 'addresses')}, ${each} each`
    const amount = decimalSum([...own, ...more].map((tile) => tile.amount))
    return [{ type, movements: sumOf([...own, ...more]), who, amount }]
  })
}

/** Of amounts of one rune. */
function decimalSum(amounts: string[]): string {
  const places = Math.max(...amounts.map((amount) => (amount.split('.')[1] ?? '').length))
  const units = amounts.map((amount) => {
    const [whole = '', fraction = ''] = amount.split('.')
    return BigInt(whole + fraction.padEnd(places, '0'))
  })
  const digits = String(units.reduce((sum, own) => sum + own, 0n)).padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

function sumOf(tiles: { movements: number }[]): number {
  return tiles.reduce((sum, { movements }) => sum + movements, 0)
}

/** "51 mints" */
function what({ type = 'transfer', movements }: Joined): string {
  return counted(movements, type)
}

function prepositionOf({ type }: Joined): string {
  return type === 'burn' ? 'by' : 'to'
}

/** "to bc1pvf…mmhka7" */
function whoOf(tile: Tile): string {
  const { address } = tile
  const short = address && `${address.slice(0, 6)}…${address.slice(-6)}`
  return `${prepositionOf(tile)} ${short ?? 'no address'}`
}

/** The filter of who took part. No filter selects new units that no address got. */
function partyOf({ type, address }: Tile): Record<string, string | undefined> {
  if (type === 'burn') return { giver: address ?? 'none' }
  return { receiver: address ?? (type === 'transfer' ? 'none' : undefined) }
}
