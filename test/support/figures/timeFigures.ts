// The figures of runes and addresses over time, as the model knows them.
import { addressColumns, busiestRune } from '../audit/addressFigures.ts'
import { daysSinceEtching } from '../audit/compareRunesFigures.ts'
import type { Answers } from '../model/answers.ts'
import { DAY, dateOf } from '../model/facts.ts'
import type { ModelRune } from '../model/types.ts'
import {
  columnOf,
  counted,
  countsText,
  grouped,
  linkTo,
  type ModelFigure,
  type ModelPanel,
  placeText,
  typeFigures,
} from './modelFigure.ts'

const MIN_COLUMNS = 3
/** The chains of the tests have a column for each day or block. */
const MAX_COLUMNS = 120

/** Of the last `days`, or of all; undefined if there is too little for a figure. */
export function runeHistory(
  answers: Answers,
  rune: ModelRune,
  period: '7' | '28' | 'all' = '28',
): ModelFigure | undefined {
  const columns = historyColumns(answers, rune, period === 'all' ? Infinity : Number(period))
  if (columns.length < MIN_COLUMNS || columns.length > MAX_COLUMNS) return
  if (hasFewPeriods(answers, rune, period)) return
  const isOlder = answers.runeDetails(rune).is_older === true
  const holdings: ModelPanel[] = [
    columns.map(({ supply }) => Number(supply)),
    columns.map(({ holders }) => holders),
  ]
    .filter((values) => !isOlder && values.some((value) => value > 0))
    .map((values) => ({ kind: 'lines', lines: [values] }))
  const pointOf = (column: HistoryColumn, index: number) => {
    const { place, counts, holders, supply, own } = column
    const movements = `${placeText(place)}: ${countsText(counts) || 'no movement'}`
    const change = Math.abs(holders - (columns[index - 1]?.holders ?? holders))
    const held = `${counted(holders, 'holder')}; supply ${grouped(supply)}`
    return {
      text: isOlder ? movements : `${movements}; ${held}`,
      tooltip: {
        ...spanFigures(column),
        ...typeFigures('day', counts),
        'day.transferred': [counts[0] ? own?.transferred : undefined],
        'day.minted': [counts[1] ? own?.minted : undefined],
        'day.burned': [counts[2] ? own?.burned : undefined],
        'day.holders': isOlder ? [] : [holders],
        'day.holders_change': isOlder ? [] : [change || undefined],
        'day.supply': isOlder ? [] : [supply],
      },
      to:
        own &&
        linkTo(`/rune/${rune.id}`, {
          period: period === '28' ? undefined : period,
          view: 'movements',
          from: own.first_height,
          to: own.last_height,
        }),
    }
  }
  return {
    kind: 'history of a rune',
    pointsOf: () => columns.map(pointOf),
    panels: [
      ...holdings,
      {
        kind: 'columns',
        columns: columns.map(({ counts }) => columnOf(counts)),
        isUnfinished: typeof columns[0]?.place === 'string',
      },
    ],
  }
}

/** Of what is before a period, its figure knows the movements only. */
function hasFewPeriods(answers: Answers, rune: ModelRune, period: '7' | '28' | 'all'): boolean {
  const days = period === 'all' ? {} : { days: Number(period) }
  const { before, results } = answers.history(rune, { ...days, step: 'auto' })
  const most = before === undefined ? results.length : answers.runeMovements(rune).length
  return most < MIN_COLUMNS
}

type HistoryColumn = ReturnType<typeof historyColumns>[number]

/** `own` is what happened in a column, if something moved. */
function historyColumns(answers: Answers, rune: ModelRune, days: number) {
  const { step, results, before, ...axis } = answers.history(rune, { days, step: 'auto' })
  const { first_date, newest_date, first_height, newest_height } = axis
  const places =
    step === 'day' ? daysUntil(newest_date, first_date, days) : range(first_height, newest_height)
  let last = before
  return places.map((place) => {
    const own = results.find(({ date, last_height }) =>
      typeof place === 'string' ? date === place : last_height === place,
    )
    last = own ?? last
    const { movements = 0, transfers = 0, burns = 0 } = own ?? {}
    const isFirst = own !== undefined && own === results[0] && before === undefined
    const etchings = isFirst && rune.tx !== undefined ? 1 : 0
    const counts = [transfers, movements - transfers - burns - etchings, burns, etchings]
    const { holders = 0, supply = '0' } = last ?? {}
    return { place, counts, holders, supply, own: movements === 0 ? undefined : own }
  })
}

/** Of a day, its blocks. */
function spanFigures({ place, own }: HistoryColumn) {
  if (typeof place === 'number' || own === undefined) return {}
  const { first_height, last_height } = own
  return {
    'day.first_height': [first_height],
    'day.last_height': [first_height === last_height ? undefined : last_height],
  }
}

function daysUntil(newest: string, first: string | undefined, days: number): string[] {
  const [start, end] = [Date.parse(first ?? newest), Date.parse(newest)].map(
    (time) => time / 1000 / DAY,
  )
  return range(Math.max(start ?? 0, (end ?? 0) - days + 1), end ?? 0).map((day) =>
    dateOf(day * DAY),
  )
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** The balance of its busiest rune, and its movements; undefined if there is too little for a figure. */
export function addressOverTime(answers: Answers, address: string): ModelFigure | undefined {
  const columns = addressColumns(answers, address, busiestRune(answers, address))
  if (columns.length < MIN_COLUMNS || columns.length > MAX_COLUMNS) return
  const balances = columns.flatMap(({ rune }) => (rune === undefined ? [] : Number(rune.balance)))
  const pointOf = ({ places: [place = ''], movements, rune }: (typeof columns)[number]) => {
    const balance = rune === undefined ? '' : `balance ${grouped(rune.balance)}; `
    const said = movements === 0 ? 'no movement' : counted(movements, 'movement')
    return {
      text: `${placeText(place)}: ${balance}${said}`,
      tooltip: {
        'period.balance': [rune?.balance],
        'period.rune_movements': [rune?.movements],
        'period.movements': [movements],
      },
      to: movements === 0 ? undefined : linkTo(`/address/${address}`, { from: place, to: place }),
    }
  }
  const balance: ModelPanel[] = balances.length === 0 ? [] : [{ kind: 'lines', lines: [balances] }]
  return {
    kind: 'an address over time',
    pointsOf: () => columns.map(pointOf),
    panels: [
      ...balance,
      {
        kind: 'columns',
        columns: columns.map(({ movements }) => [{ fill: 'muted', count: movements }]),
        isUnfinished: typeof columns[0]?.places[0] === 'string',
      },
    ],
  }
}

/** By days since the etching of each; undefined if all are too young. */
export function comparedRunes(answers: Answers, runes: ModelRune[]): ModelFigure | undefined {
  const series = runes.map((rune) => daysSinceEtching(answers, rune))
  const count = Math.max(...series.map(({ length }) => length))
  if (count < MIN_COLUMNS || count > MAX_COLUMNS) return
  const minted = series.map((points) => points.flatMap((point) => point.minted ?? []).map(Number))
  const pointOf = (day: number) => {
    const shown = series.flatMap((points, index) => {
      const [point, rune] = [points[day], runes[index]]
      return point === undefined || rune === undefined ? [] : [{ ...point, name: rune.spacedName }]
    })
    const texts = shown.map(({ name, holders, movements, minted }) =>
      [
        `${name} ${counted(holders, 'holder')}`,
        counted(movements, 'movement'),
        ...(minted === undefined ? [] : [`${shortPercent(minted)} minted`]),
      ].join(', '),
    )
    return {
      text: `Day ${day}: ${texts.join('; ')}`,
      tooltip: {
        'point.holders': shown.map(({ holders }) => holders),
        'point.movements': shown.map(({ movements }) => movements),
        'point.minted': shown.map(({ minted }) => minted),
      },
      to: undefined,
    }
  }
  const ends = minted.flatMap((values) => values.slice(-1))
  const saysNothing = ends.every((end) => end < 1) || ends.every((end) => end === 100)
  const lines = [
    series.map((points) => points.map(({ holders }) => holders)),
    series.map((points) => points.map(({ movements }) => movements)),
    ...(saysNothing ? [] : [minted]),
  ]
  return {
    kind: 'runes side by side',
    pointsOf: () => range(0, count - 1).map(pointOf),
    panels: lines.map((lines, panel) => ({ kind: 'lines', lines, isCut: panel === 1 })),
  }
}

/** "38.00%": cut off, but what is not zero does not look so. Nothing is "0%", and all is "100%". */
function shortPercent(percent: string): string {
  if ([0, 100].includes(Number(percent))) return `${Number(percent)}%`
  if (Number(percent) > 0 && Number(percent) < 0.01) return '<0.01%'
  const [whole, fraction = ''] = percent.split('.')
  return `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}%`
}
