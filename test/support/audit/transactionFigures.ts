// The sentence of a transaction, and who gave how much to whom.
import type { Answers } from '../model/answers.ts'
import { groupBy, shareOf, shown } from '../model/facts.ts'
import type { Expected } from './compareFigures.ts'
import { unlessZero } from './fields.ts'

type Clause = ReturnType<Answers['transaction']>['clauses'][number]
type Details = ReturnType<Answers['transaction']>

/** The amounts and the counts of the sentence of a transaction: at most three runes, a line each. */
export function sentenceFigures({ clauses, rune_count }: Details): Expected {
  const runes = [...new Set(clauses.map(({ rune }) => rune.id))]
  const shown = clauses.filter(({ rune }) => runes.indexOf(rune.id) < 3)
  const lines = runes.slice(0, 3).map((id) => shown.filter(({ rune }) => rune.id === id))
  const more = Math.max(runes.length, rune_count) - 3
  return {
    'clause.amount': lines
      .flat()
      .map(({ verb, amount }) => (verb === 'etched' ? unlessZero(amount) : amount)),
    'clause.count': lines.flatMap((line) =>
      line.flatMap((clause, at) => [
        ...subjectCount(clause, line[at - 1]),
        ...receiverCounts(clause),
      ]),
    ),
    'transaction.more_runes': more > 0 ? more : undefined,
  }
}

/** Of those who acted, if they are several and not those of the clause before. */
function subjectCount(clause: Clause, previous: Clause | undefined): number[] {
  const [address, count] = subjectOf(clause)
  if (clause.verb === 'etched' || 'is_new' in clause || address !== undefined || count === 0)
    return []
  if (previous === undefined) return [count]
  const [before, countBefore] = subjectOf(previous)
  return before === address && count === countBefore ? [] : [count]
}

function subjectOf({ verb, from, from_count, to, to_count }: Clause) {
  return verb === 'minted' ? ([to, to_count] as const) : ([from, from_count] as const)
}

function receiverCounts({
  verb,
  amount,
  to_count,
  outputs,
  outputs_without_address,
}: Clause): number[] {
  if (verb !== 'sent' && (verb !== 'etched' || unlessZero(amount) === undefined)) return []
  if (outputs === 0) return []
  if (to_count === 0) return [outputs]
  return [
    ...(to_count === 1 ? [] : [to_count]),
    ...(outputs_without_address === 0 ? [] : [outputs_without_address]),
  ]
}

/** The figure of who gave how much to whom: at most three runes. */
export function flowFigures({ flow, runes }: Details): Expected {
  const shown = runes.slice(0, 3).map(({ rune }) => flow.filter((edge) => edge.rune.id === rune.id))
  const edges = shown.flat()
  return {
    'flow.amount': edges.map(({ amount }) => amount),
    'flow.given': shown.flatMap(givenAmounts),
    'flow.share': shown.flatMap((own) => {
      const total = own.reduce((sum, { amount }) => sum + unitsOf(amount), 0n)
      return own.length > 1 ? own.map(({ amount }) => shareOf(unitsOf(amount), total)) : []
    }),
    'flow.pairs': edges.map(({ target, pairs }) => (target === 'several' ? pairs : undefined)),
    'flow.outputs': edges.map(({ to, target, outputs }) =>
      target !== 'several' && to !== undefined && outputs > 1 ? outputs : undefined,
    ),
  }
}

function givenAmounts(edges: Details['flow']): string[] {
  const givers = groupBy(edges, ({ source, from }) => `${source} ${from}`)
  return [...givers.values()].flatMap((own) => {
    const units = own.reduce((sum, { amount }) => sum + unitsOf(amount), 0n)
    return own[0] === undefined ? [] : [shown(units, own[0].rune)]
  })
}

/** An amount with all its places, in base units. */
function unitsOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}
