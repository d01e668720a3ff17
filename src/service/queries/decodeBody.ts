import {
  MalformedBlock,
  outputOf,
  parseTransaction,
  type Transaction,
} from '../../bitcoin/block.ts'
import { isRunestone } from '../../bitcoin/runestone.ts'
import type { DecodedTransaction, SpentInput } from '../../contract/schemas/pending.ts'
import { badRequest } from '../http/httpProblem.ts'
import { decodeHex, decodeTransaction } from './decode.ts'
import { MAX_OUTPUTS } from './explainFlaw.ts'
import { type Index, newestBlockOf } from './indexReader.ts'
import { locateTransaction } from './locate.ts'
import { readKnown } from './pending.ts'
import {
  describeRecords,
  movableOf,
  type RawPendingTransaction,
  readInputs,
} from './pendingTransaction.ts'

/** What a transaction would do after the newest block. */
export type RawApplied = Pick<
  RawPendingTransaction,
  'movements' | 'records' | 'refusals' | 'spent'
> & {
  tip: string
  state: 'worked-out' | 'skipped'
  mint: { number: bigint; cap: bigint } | undefined
}

/** Applies the rules to the bytes of a transaction. Undefined while there is no index. */
export type ApplyTransaction = (bytes: Uint8Array<ArrayBuffer>) => Promise<RawApplied | undefined>

/** A raw transaction in hex. @throws {HttpProblem} 400 if it is neither a transaction nor the script of a runestone. */
export function readRawTransaction(hex: string) {
  const bytes = new Uint8Array(hex.length / 2)
  Buffer.from(bytes.buffer).write(hex, 'hex')
  if (isRunestone(bytes)) return { bytes, transaction: undefined }
  try {
    return { bytes, transaction: parseTransaction(bytes, 0) }
  } catch (error) {
    if (error instanceof MalformedBlock) throw badRequest(NEITHER)
    throw error
  }
}

const NEITHER =
  'the body is neither a raw transaction nor the script of a runestone, which begins with 6a5d'

/** What a raw transaction or a script says, and what the transaction would do. */
export async function describeBody(
  index: Index,
  { bytes, transaction }: ReturnType<typeof readRawTransaction>,
  applied: RawApplied | undefined,
): Promise<DecodedTransaction> {
  const newest_block = newestBlockOf(index.tip)
  if (transaction === undefined) {
    const hex = Buffer.from(bytes).toString('hex')
    const runestone = await decodeHex(index, hex, MAX_OUTPUTS)
    const none = { inputs: [], input_count: 0 }
    const common = { kind: 'script' as const, bytes: bytes.length, runestone_start: 0 }
    return { ...common, runestone, ...none, newest_block }
  }
  const spent = applied?.spent ?? new Map()
  const outputs = transaction.inputs.map(outputOf)
  const inputs = await readInputs(index, { inputs: outputs, spent, parents: [] })
  const isOpen = applied?.state === 'worked-out' && !isAnySpent(inputs)
  const said = await decodeTransaction(index, {
    txId: transaction.txid,
    bytes,
    movable: isOpen ? movableOf(applied) : undefined,
  })
  return {
    kind: 'transaction',
    bytes: bytes.length,
    tx_id: transaction.txid,
    output_count: transaction.outputs.length,
    ...(said.script !== undefined && { runestone: said, ...findRunestone(bytes, transaction) }),
    outcome: applied && (await describeOutcome(index, transaction, { applied, inputs })),
    inputs,
    input_count: outputs.length,
    newest_block,
  }
}

function findRunestone(bytes: Uint8Array, { outputs }: Transaction) {
  const output = outputs.findIndex(isRunestone)
  const script = outputs[output] ?? bytes
  return { runestone_output: output, runestone_start: script.byteOffset - bytes.byteOffset }
}

async function describeOutcome(
  index: Index,
  { txid }: Transaction,
  { applied, inputs }: { applied: RawApplied; inputs: SpentInput[] },
) {
  const { mint } = applied
  const records = await readKnown(index, applied.records)
  const described = await describeRecords(index, applied, records)
  const isConfirmed = (await locateTransaction(index, txid)) !== undefined
  const isImpossible = isAnySpent(inputs)
  const open = applied.state === 'skipped' ? ('skipped' as const) : ('known' as const)
  return {
    state: isConfirmed ? ('confirmed' as const) : isImpossible ? ('impossible' as const) : open,
    ...described,
    mint: mint && { number: String(mint.number), cap: String(mint.cap) },
  }
}

function isAnySpent(inputs: SpentInput[]): boolean {
  return inputs.some(({ spent_by }) => spent_by !== undefined)
}
