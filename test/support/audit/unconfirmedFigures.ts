// What the model knows of the figures of pages about transactions that no block has yet.
import { isRunestone } from '../../../src/bitcoin/runestone.ts'
import {
  encodeTransaction,
  type NewTransaction,
  txidOf,
} from '../../../src/demo/encodeTransaction.ts'
import type { SimulatedNode } from '../../../src/demo/simulatedNode.ts'
import type { Foresight } from '../model/foresight.ts'
import type { Expected } from './compareFigures.ts'
import type { Visit } from './expectedFigures.ts'
import { columns } from './fields.ts'
import { addressRows } from './rowFigures.ts'
import { runestoneFigures } from './runestoneFigures.ts'
import { flowFigures, onlyBackFigures, sentenceFigures } from './transactionFigures.ts'

type Gain = { amount: string; output?: string | undefined }
type Foreseen = ReturnType<Foresight['foresee']>

/** Their first inputs, and the runes of these, that a page shows. */
const [INPUTS, INPUT_RUNES] = [8, 4]
/** How many inputs a sentence names. */
const NAMED_INPUTS = 5

/** Of all of the mempool. */
export function pendingVisit(node: SimulatedNode, all: Foreseen[]): Visit {
  const movements = all.flatMap(({ results }) => results)
  const countOf = (type: string) => movements.filter((movement) => movement.type === type).length
  return {
    path: '/pending',
    expected: {
      ...common(node),
      'pending.transactions': all.filter(({ results }) => results.length > 0).length,
      'pending.transfers': countOf('transfer'),
      'pending.mints': countOf('mint'),
      'pending.burns': countOf('burn'),
      ...rowsOf(movements.slice(0, 100)),
    },
  }
}

/** All views of one. */
export function unconfirmedVisits(
  transaction: NewTransaction,
  { node, foresight }: { node: SimulatedNode; foresight: Foresight },
): Visit[] {
  const txId = txidOf(transaction)
  const { results, by_address, outputs, inputs, details } = foresight.foresee(transaction)
  const size = encodeTransaction(transaction).length
  const parents = new Set(
    transaction.inputs.map(({ txid }) => txid).filter((txid) => node.mempool.has(txid)),
  )
  const header: Expected = {
    ...common(node),
    ...(details && {
      ...sentenceFigures(details),
      ...flowFigures(details),
      ...onlyBackFigures(details),
    }),
    'unconfirmed.fee_rate': node.feeRateOf(txId),
    'unconfirmed.fee': size * node.feeRateOf(txId),
    'unconfirmed.seen_since': node.seenAt(txId),
    'tab.movements': results.length,
    'tab.by_address': by_address.length,
    'tab.inputs': inputs.length,
    'tab.outputs': outputs.length,
    ...inputFigures(inputs.slice(0, INPUTS)),
    'unconfirmed.input_count': inputs.length,
    'unconfirmed.waits_for_count': parents.size > 1 ? [parents.size] : [],
    ...foresight.refusalFigures(transaction),
  }
  const perOutput = new Set(outputs.map(({ vout }) => vout))
  const visit = (search: string, figures: Expected): Visit => {
    return { path: `/tx/${txId}${search}`, expected: { ...header, ...figures } }
  }
  return [
    visit('?group=off', { ...rowsOf(results), 'unconfirmed.rows': results.length }),
    visit('?view=by-address', {
      ...addressRows(by_address),
      'address_totals.net': new Set(by_address.map(({ net }) => net)),
    }),
    visit('?view=inputs', inputFigures(inputs)),
    visit('?view=outputs', {
      ...columns('output', outputs, ['amount']),
      'output.vout': [...perOutput],
    }),
  ]
}

/** What a form answers to one. */
export function decodedFigures(
  transaction: NewTransaction,
  { node, foresight }: { node: SimulatedNode; foresight: Foresight },
): Expected {
  const { results, inputs, details, mint } = foresight.foresee(transaction)
  const gains = results.flatMap((movement): Gain[] => movement.receipts ?? [movement])
  const indices = inputs.map((input, index) => ({ ...input, index }))
  const known = indices.filter(({ made_height }) => made_height !== undefined)
  const unknown = indices.filter(({ made_height }) => made_height === undefined)
  const areNamed = unknown.length <= NAMED_INPUTS
  const lines = [...known.slice(0, INPUTS), ...(areNamed ? unknown : [])]
  return {
    ...common(node),
    'decoded.bytes': encodeTransaction(transaction).length,
    'decoded.input_count': transaction.inputs.length,
    'decoded.output_count': transaction.outputs.length,
    ...(details && sentenceFigures(details)),
    ...(details?.clauses.length === 1 && mintingFigures(results)),
    ...twice(foresight.refusalFigures(transaction)),
    ...offeredRunestone(transaction, foresight),
    'movement.amount': gains.map(({ amount }) => amount),
    'movement.vout': results
      .filter(({ type }) => type !== 'burn')
      .flatMap((movement): Gain[] => movement.receipts ?? [movement])
      .map(({ output }) => output?.split(':')[1]),
    'mint.number': mint?.number,
    'mint.cap': mint?.cap,
    'input.index': inputs.length === 1 ? [] : lines.map(({ index }) => index),
    'decoded.unknown_inputs': areNamed ? [] : [unknown.length],
    ...inputFigures(known.slice(0, INPUTS)),
  }
}

/** Beside the runestone again, which has the etching before the mint. */
function twice(figures: Record<string, (string | number | undefined)[]>): Expected {
  return Object.fromEntries(
    Object.entries(figures).map(([name, values]) => [name, [...values, ...values.toReversed()]]),
  )
}

/** "It would mint 1,000 NAME, half for A and half for B." */
function mintingFigures([mint]: Foreseen['results']): Expected {
  if (mint?.type !== 'mint') return {}
  const amounts = (mint.receipts ?? []).map(({ amount }) => amount)
  const areHalves = amounts.length === 2 && amounts[0] === amounts[1]
  const areSaid = amounts.length <= 3 && !areHalves
  return {
    'clause.amount': [mint.amount],
    'clause.count': [],
    'clause.part': areSaid ? amounts : [],
    'clause.outputs': amounts.length > 3 ? [amounts.length] : [],
  }
}

function offeredRunestone(transaction: NewTransaction, foresight: Foresight): Expected {
  const scripts = transaction.outputs.map(({ script }) => script)
  const vout = scripts.findIndex(isRunestone)
  return {
    'runestone.vout': vout === -1 ? undefined : vout,
    ...runestoneFigures(scripts, {
      divisibilityOf: (id) => foresight.divisibilityOf(id),
      movable: foresight.movableBy(transaction),
      maxEdicts: MAX_EDICTS,
    }),
  }
}

const MAX_EDICTS = 20

function common({ tip: { height, timestamp } }: SimulatedNode): Expected {
  return {
    'index.block_height': height,
    'index.timestamp': timestamp,
    'next.height': height + 1,
  }
}

function rowsOf(movements: { amount: string }[]): Expected {
  return { 'pending.amount': movements.map(({ amount }) => amount) }
}

function inputFigures(inputs: Foreseen['inputs']): Expected {
  return {
    'input.amount': inputs.flatMap(({ amounts }) => amounts.slice(0, INPUT_RUNES)),
    'input.more_runes': inputs.map(({ amounts }) => {
      return amounts.length > INPUT_RUNES ? amounts.length - INPUT_RUNES : undefined
    }),
    'input.made_height': inputs.map(({ made_height }) => made_height),
  }
}
