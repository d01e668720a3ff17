// What the model knows of the figures of pages about transactions that no block has yet.
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
import { flowFigures, sentenceFigures } from './transactionFigures.ts'

type Foreseen = ReturnType<Foresight['foresee']>

/** Their first inputs, and the runes of these, that a page shows. */
const [INPUTS, INPUT_RUNES] = [8, 4]

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
  const header: Expected = {
    ...common(node),
    ...(details && { ...sentenceFigures(details), ...flowFigures(details) }),
    'unconfirmed.fee_rate': node.feeRateOf(txId),
    'unconfirmed.fee': size * node.feeRateOf(txId),
    'unconfirmed.seen_since': node.seenAt(txId),
    'tab.movements': results.length,
    'tab.by_address': by_address.length,
    'tab.inputs': inputs.length,
    'tab.outputs': outputs.length,
    ...inputFigures(inputs.slice(0, INPUTS)),
    'unconfirmed.input_count': inputs.length,
  }
  const perOutput = new Set(outputs.map(({ vout }) => vout))
  const visit = (search: string, figures: Expected): Visit => {
    return { path: `/tx/${txId}${search}`, expected: { ...header, ...figures } }
  }
  return [
    visit('?group=off', { ...rowsOf(results), 'unconfirmed.rows': results.length }),
    visit('?view=by-address', addressRows(by_address)),
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
  const encoded = encodeTransaction(transaction)
  return {
    ...common(node),
    'decoded.bytes': encoded.length,
    'decoded.input_count': transaction.inputs.length,
    'decoded.output_count': transaction.outputs.length,
    ...(details && sentenceFigures(details)),
    'movement.amount': results.flatMap(({ amount, receipts }) =>
      receipts === undefined ? [amount] : receipts.map((receipt) => receipt.amount),
    ),
    'mint.number': mint?.number,
    'mint.cap': mint?.cap,
    ...inputFigures(inputs.slice(0, INPUTS)),
  }
}

function common({ tip: { height, timestamp } }: SimulatedNode): Expected {
  return { 'index.block_height': height, 'index.timestamp': timestamp }
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
