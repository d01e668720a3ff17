// The sentence of a transaction, and who gave how much to whom.
import { decodeRunestone, OWN_RUNE } from '../../../src/bitcoin/runestone.ts'
import type { Answers } from '../model/answers.ts'
import { groupBy, shown } from '../model/facts.ts'
import type { Ledger } from '../model/ledger.ts'
import type { ModelTx } from '../model/types.ts'
import type { Expected } from './compareFigures.ts'
import { listFigures, PAGE, unlessZero } from './fields.ts'
import { addressRows, groupedRows, movementRows, recordRows } from './rowFigures.ts'
import { runestoneFigures } from './runestoneFigures.ts'

type Clause = ReturnType<Answers['transaction']>['clauses'][number]
type Details = ReturnType<Answers['transaction']>

/** The amounts and the counts of the sentence of a transaction: at most three runes, a line each. */
export function sentenceFigures({ clauses, rune_count }: Details): Expected {
  const moved = clauses.filter(({ verb }) => verb !== 'moved')
  const said = moved.length > 0 ? moved : clauses
  const runes = [...new Set(said.map(({ rune }) => rune.id))]
  const lines = runes.slice(0, 3).map((id) => said.filter(({ rune }) => rune.id === id))
  // Of more than a hundred runes, not all are described.
  const more = Math.max(0, runes.length - 3) + Math.max(0, rune_count - 100)
  return { ...lineFigures(lines), 'transaction.more_runes': more > 0 ? more : undefined }
}

/** Those of sentences, each with its clauses. */
export function lineFigures(lines: Clause[][]): Expected {
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

/** What the figure of who gave how much to whom draws: of at most three runes, those with several ribbons, by source. */
export function drawnFlows({ flow, runes }: Details) {
  return (
    runes
      .slice(0, 3)
      .map(({ rune }) => flow.filter((ribbon) => ribbon.rune.id === rune.id))
      .filter((own) => own.length > 1 && own.some(({ type }) => type !== 'change'))
      // Those of one source stand together.
      .map((own) => [...groupBy(own, ({ source, from }) => `${source} ${from}`).values()])
  )
}

export function flowFigures(details: Details): Expected {
  const ribbons = drawnFlows(details).flat()
  const each = ribbons.flat()
  return {
    'flow.given': ribbons.flatMap((own) =>
      own[0] === undefined ? [] : shown(unitsOf(own), own[0].rune),
    ),
    'flow.amount': each.map(({ addresses, amount, amount_each }) =>
      addresses > 1 ? (amount_each ?? amount) : amount,
    ),
    'flow.addresses': each.map(({ type, addresses }) =>
      type !== 'burn' && addresses > 1 ? addresses : undefined,
    ),
    'flow.more_addresses': each.map(({ addresses, first }) =>
      addresses > first.length ? addresses - first.length : undefined,
    ),
    'flow.outputs': each.flatMap(outputFigures),
  }
}

function outputFigures(ribbon: Details['flow'][number]): number[] {
  const { type, addresses, outputs, outputs_without_address } = ribbon
  if (type === 'burn') return []
  if (addresses === 0) return outputs > 1 ? [outputs] : []
  if (outputs_without_address > 0) return [outputs_without_address]
  return addresses === 1 && outputs > 1 ? [outputs] : []
}

/** The runes that only came back, beside others: eight at most. */
export function onlyBackFigures({ clauses }: Details): Expected {
  const all = clauses.filter(({ verb }) => verb === 'moved')
  const back = all.length < clauses.length ? all : []
  return {
    'transaction.only_back': back.length > 0 ? back.length : undefined,
    'transaction.back': back.slice(0, 8).map(({ amount }) => amount),
    'transaction.more_back': back.length > 8 ? back.length - 8 : undefined,
  }
}

/** In base units: amounts have all their places. */
export function unitsOf(ribbons: Details['flow']): bigint {
  return ribbons.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
}

type Rows = {
  inputs?: ReturnType<Answers['transactionInputs']>
  outputs?: ReturnType<Answers['transactionOutputs']>
}

/** Tables of what is spent and what is made. An output with several runes is named once. */
function outputRows({ inputs = [], outputs = [] }: Rows): Expected {
  const spent = inputs.filter(({ output }, at) => inputs[at - 1]?.output !== output)
  const made = outputs.filter(({ output }, at) => outputs[at - 1]?.output !== output)
  return {
    'output.amount': [...inputs, ...outputs].map(({ amount }) => amount),
    'input.block_height': spent.map(({ place }) => place.block_height),
    'output.vout': made.map(({ vout }) => vout),
  }
}

const SECTION_ROWS = 10

type Parts = Required<Rows> & { movements: ReturnType<Answers['transactionMovements']> }

/** A transaction of few movements, whose parts are on one page. */
function sectionFigures({ movements, inputs, outputs }: Parts, records: number): Expected {
  const lists = [inputs.length, outputs.length].filter((length) => length > SECTION_ROWS)
  const { 'movement.amount': amount, 'movement.more_addresses': more } = movementRows(movements)
  return {
    'movement.amount': amount,
    'movement.more_addresses': more,
    ...outputRows({
      inputs: inputs.slice(0, SECTION_ROWS),
      outputs: outputs.slice(0, SECTION_ROWS),
    }),
    'list.total': lists,
    'transaction.records': [records],
  }
}

/** The runestone of a transaction of a block. */
function confirmedRunestone(tx: ModelTx, { runes }: Ledger): Expected {
  const movable = new Map<string, bigint>()
  for (const { operation, rune, amount = 0n } of tx.records) {
    if (operation !== 'receive' && operation !== 'burn') continue
    const id = rune.tx === tx ? OWN_RUNE : rune.id
    movable.set(id, (movable.get(id) ?? 0n) + amount)
  }
  const runestone = decodeRunestone(tx.scripts)
  const edicts = runestone?.kind === 'runestone' ? runestone.edicts : []
  return {
    ...runestoneFigures(tx.scripts, {
      divisibilityOf: (id) => runes.find((rune) => rune.id === id)?.divisibility,
      movable,
    }),
    'runestone.edict_count': edicts.length,
    'edict.number': edicts.map((_, index) => index + 1),
  }
}

/** What its views show, by the end of their URL. */
export function transactionViews(
  answers: Answers,
  tx: ModelTx,
  { hasRunestone }: { hasRunestone: boolean },
): [search: string, expected: Expected][] {
  const details = answers.transaction(tx)
  const header: Expected = {
    'transaction.block_height': tx.block.height,
    'transaction.tx_index': tx.index,
    'transaction.timestamp': tx.block.timestamp,
    'transaction.movements': details.movements,
    ...sentenceFigures(details),
    ...flowFigures(details),
    ...onlyBackFigures(details),
  }
  const tabs: Expected = {
    ...header,
    'tab.movements': details.movements,
    'tab.inputs': details.inputs,
    'tab.outputs': details.outputs,
    'tab.raw_records': details.records,
  }
  const movements = answers.transactionMovements(tx, { change: 'hide' })
  const groups = answers.groups([tx], 'rune-giver-amount', { change: 'hide' })
  const inputs = answers.transactionInputs(tx)
  const outputs = answers.transactionOutputs(tx)
  const isShort = details.movements <= 3 && details.refusals.length === 0
  const sections: Expected = {
    ...header,
    ...sectionFigures({ movements, inputs, outputs }, details.records),
    ...(hasRunestone && confirmedRunestone(tx, answers.ledger)),
  }
  const lists = { inputs: inputs.slice(0, PAGE), outputs: outputs.slice(0, PAGE) }
  return [
    ['', isShort ? sections : { ...tabs, ...groupedRows(movements, groups, 'transaction') }],
    ['?view=by-address', { ...tabs, ...addressRows(answers.byAddress([tx])) }],
    [
      '?view=inputs',
      { ...tabs, ...listFigures(inputs.length), ...outputRows({ inputs: lists.inputs }) },
    ],
    [
      '?view=outputs',
      { ...tabs, ...listFigures(outputs.length), ...outputRows({ outputs: lists.outputs }) },
    ],
    ['?view=raw', { ...tabs, ...recordRows(answers.transactionActivity(tx)) }],
  ]
}
