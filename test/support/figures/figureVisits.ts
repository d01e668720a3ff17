// Pages with figures, from the busiest of a chain to the quietest.
import { Answers } from '../model/answers.ts'
import { countMovements, recordsOf } from '../model/facts.ts'
import type { Ledger } from '../model/ledger.ts'
import type { ModelRune } from '../model/types.ts'
import { allBlocks, blockOrder, blockTreemap, latestBlocks } from './blockFigures.ts'
import type { ModelFigure } from './modelFigure.ts'
import { transactionRibbons } from './ribbons.ts'
import type { SmallFigures } from './smallDrawings.ts'
import {
  addressDrawings,
  blocksDrawings,
  flowDrawings,
  holdersDrawings,
  homeDrawings,
  runeDrawings,
  runesDrawings,
} from './smallFigures.ts'
import { addressOverTime, comparedRunes, runeHistory } from './timeFigures.ts'

/** A page, its figures with a crosshair in the order of Tab, and its small drawings. */
export type FigureVisit = { path: string; figures: ModelFigure[]; drawings: SmallFigures }

/** How many blocks the home page shows one by one. */
const LATEST_BLOCKS = 20
/** Of so many runes, an address shows its balance first. */
const FIRST_BALANCES = 5
const PAGE = 25

export function figureVisits(ledger: Ledger): FigureVisit[] {
  const answers = new Answers(ledger)
  const runes = spread(ledger.runes, (rune) => answers.runeDetails(rune).movements)
  const addresses = spread([...ledger.addresses.keys()], (address) => activity(answers, address))
  const txs = ledger.blocks.flatMap((block) => block.txs)
  return [
    homeVisit(answers),
    visit('/blocks', [], blocksDrawings(answers)),
    visit('/runes', [], runesDrawings(answers)),
    ...spread(ledger.blocks, ({ txs }) => countMovements(recordsOf(txs))).flatMap((block) => [
      visit(`/block/${block.height}`, [blockTreemap(answers, block)]),
      visit(`/block/${block.height}?figure=order`, [blockOrder(block)]),
    ]),
    ...spread(txs, ({ records }) => records.length).map((tx) =>
      visit(`/tx/${tx.id}`, [transactionRibbons(answers, tx)], flowDrawings(answers, tx)),
    ),
    ...runes.flatMap((rune) => runeVisits(answers, rune)),
    ...runes.slice(0, 1).flatMap((rune) => periodVisits(answers, rune)),
    ...addresses.flatMap((address) => [
      visit(
        `/address/${address}`,
        [addressOverTime(answers, address)],
        addressDrawings(answers, address, FIRST_BALANCES),
      ),
      visit(`/address/${address}?view=balances`, [], addressDrawings(answers, address, PAGE)),
    ]),
    ...compareVisits(answers, runes),
  ]
}

/** Of a live index, with how many movements are `pending`. */
export function homeVisit(answers: Answers, pending?: number): FigureVisit {
  const figures = [latestBlocks(answers, LATEST_BLOCKS, pending), allBlocks(answers, LATEST_BLOCKS)]
  return visit('/', figures, homeDrawings(answers))
}

function visit(
  path: string,
  figures: (ModelFigure | undefined)[],
  drawings: SmallFigures = {},
): FigureVisit {
  return { path, figures: figures.filter((figure) => figure !== undefined), drawings }
}

function runeVisits(answers: Answers, rune: ModelRune): FigureVisit[] {
  const path = `/rune/${rune.id}`
  return [
    visit(path, [runeHistory(answers, rune)], runeDrawings(answers, rune)),
    visit(`${path}?view=holders`, [], holdersDrawings(answers, rune)),
  ]
}

function periodVisits(answers: Answers, rune: ModelRune): FigureVisit[] {
  return (['7', 'all'] as const).map((period) =>
    visit(
      `/rune/${rune.id}?period=${period}`,
      [runeHistory(answers, rune, period)],
      runeDrawings(answers, rune),
    ),
  )
}

/** The busiest two, and four others. */
function compareVisits(answers: Answers, runes: ModelRune[]): FigureVisit[] {
  const known = runes.filter((rune) => answers.runeDetails(rune).is_older !== true)
  return [known.slice(0, 2), known.slice(-4)].map((own) =>
    visit(`/compare?r=${own.map(({ id }) => id).join(',')}`, [comparedRunes(answers, own)]),
  )
}

/** On how many days, or in how many blocks, it did something. */
function activity(answers: Answers, address: string): number {
  return answers.addressHistory(address, { step: 'auto' }).results.length
}

const MAX_ALL = 10

/** All of a few; of many, fewer and fewer in the order of their size, the largest first. */
function spread<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Item[] {
  const sizes = new Map(items.map((item) => [item, sizeOf(item)]))
  const sorted = [...items].sort((one, two) => (sizes.get(two) ?? 0) - (sizes.get(one) ?? 0))
  if (items.length <= MAX_ALL) return sorted
  const places = items.map((_, power) => 2 ** power)
  return sorted.filter((_, index) => places.includes(index + 1))
}
