import { commitmentOf } from '../bitcoin/runeNames.ts'
import { compareRuneIds, type Edict, type Flaw, type RuneId } from '../bitcoin/runestone.ts'
import { OP_RETURN } from '../bitcoin/script.ts'
import {
  cenotaphScript,
  encodeIntegers,
  type NewRunestone,
  runestoneOutput,
} from './encodeRunestone.ts'
import type { NewTransaction } from './encodeTransaction.ts'
import { encodePush, revealWitness, taprootScript } from './scripts.ts'

// The transactions of the demo chain.

/** An unspent output that holds no runes. It pays for a transaction, and its owner gets the change. */
export type Coin = { txid: string; vout: number; script: Uint8Array }

/** An unspent output that holds runes. */
export type RuneCoin = Coin & { amounts: ReadonlyMap<RuneId, bigint> }

/** What an output needs at least to be relayed, in satoshis. */
const DUST = 546
const CHANGE = 90_000

type Output = NewTransaction['outputs'][number]

/** The units go to the owner of the coin. */
export function mint(coin: Coin, rune: RuneId): NewTransaction {
  const runestone = runestoneOutput({ mint: rune })
  return transaction([coin], [outputTo(coin.script), runestone, changeOf(coin)])
}

export type Payment = { rune: RuneId; amount: bigint; script: Uint8Array }

/** Each payment goes to an output of its own, and the rest back to the owner of the first spent output. */
export function transfer(coin: Coin, spent: RuneCoin[], payments: Payment[]): NewTransaction {
  const edicts = payments.map(({ rune, amount }, index) => ({
    id: rune,
    amount,
    output: index + 1,
  }))
  return transaction(
    [...spent, coin],
    [
      outputTo(ownerOf(spent)),
      ...payments.map(({ script }) => outputTo(script)),
      runestoneOutput({ edicts: sortEdicts(edicts) }),
      changeOf(coin),
    ],
  )
}

/** The units that it mints, and what is left of the spent ones, go to the owner of the coin. */
export function mintAndTransfer(
  coin: Coin,
  spent: Coin,
  { rune, payment }: { rune: RuneId; payment: Payment },
): NewTransaction {
  const edict = { id: payment.rune, amount: payment.amount, output: 1 }
  const runestone = runestoneOutput({ mint: rune, edicts: [edict] })
  const outputs = [outputTo(coin.script), outputTo(payment.script), runestone, changeOf(coin)]
  return transaction([spent, coin], outputs)
}

/** Without a runestone, everything goes to the first output. */
export function moveAll(coin: Coin, spent: RuneCoin[], script: Uint8Array): NewTransaction {
  return transaction([...spent, coin], [outputTo(script), changeOf(coin)])
}

/** Two owners exchange runes: each of the outputs goes to the owner of the other, by edict and by pointer. */
export function swap(coin: Coin, one: RuneCoin, two: RuneCoin): NewTransaction {
  const edicts = [...one.amounts.keys()].map((id) => ({ id, amount: 0n, output: 1 }))
  const runestone = runestoneOutput({ edicts: sortEdicts(edicts), pointer: 2 })
  const outputs = [runestone, outputTo(two.script), outputTo(one.script), changeOf(coin)]
  return transaction([one, two, coin], outputs)
}

/** One edict about all outputs: `amount` to each recipient, or equal parts if it is 0. */
export function airdrop(
  coin: Coin,
  spent: RuneCoin,
  { rune, amount, recipients }: { rune: RuneId; amount: bigint; recipients: Uint8Array[] },
): NewTransaction {
  const outputs = [outputTo(spent.script), ...recipients.map(outputTo)]
  const edict = { id: rune, amount, output: outputs.length + 1 }
  return transaction([spent, coin], [...outputs, runestoneOutput({ edicts: [edict] })])
}

/** An edict gives an amount to the OP_RETURN output. */
export function burn(coin: Coin, spent: RuneCoin, rune: RuneId, amount: bigint): NewTransaction {
  const runestone = runestoneOutput({ edicts: [{ id: rune, amount, output: 1 }] })
  return transaction([spent, coin], [outputTo(spent.script), runestone, changeOf(coin)])
}

/** No output can hold the runes. */
export function burnAll(coin: Coin, spent: RuneCoin): NewTransaction {
  const note = Buffer.concat([Buffer.of(OP_RETURN), encodePush(Buffer.from('goodbye'))])
  return transaction([spent, coin], [{ script: note, value: 0 }])
}

/** Burns what it spends, and what it mints. */
export function cenotaph(
  coin: Coin,
  spent: RuneCoin[],
  { flaw, mint }: { flaw: Flaw; mint?: RuneId | undefined },
): NewTransaction {
  const stone = { script: cenotaphScript(flaw, mint), value: 0 }
  return transaction([...spent, coin], [outputTo(ownerOf(spent)), stone, changeOf(coin)])
}

/** Pays no runes. */
export function pay(coin: Coin, script: Uint8Array): NewTransaction {
  return transaction([coin], [{ script, value: CHANGE / 2 }, changeOf(coin)])
}

/** Its first output commits to a name that a later transaction etches. */
export function commit(coin: Coin, name: string): NewTransaction {
  const commitment = { script: taprootScript(`commitment to ${name}`), value: 20_000 }
  return transaction([coin], [commitment, changeOf(coin)])
}

export type NewEtching = {
  runestone: NewRunestone | { integers: bigint[] }
  /** The premine goes to the first of them, unless an edict shares it. */
  owners: Uint8Array[]
}

/** Spends the commitment to a name and etches it. */
export function reveal(
  commitment: { txid: string; vout: number },
  name: bigint,
  etching: NewEtching,
): NewTransaction {
  const input = { ...commitment, witness: revealWitness(commitmentOf(name)) }
  return { inputs: [input], outputs: etchingOutputs(etching) }
}

/** Etches without a commitment: a rune without a chosen name, or in vain. */
export function etch(coin: Coin, etching: NewEtching): NewTransaction {
  return transaction([coin], etchingOutputs(etching))
}

function etchingOutputs({ runestone, owners }: NewEtching): Output[] {
  const stone =
    'integers' in runestone
      ? { script: encodeIntegers(runestone.integers), value: 0 }
      : runestoneOutput(runestone)
  return [...owners.map(outputTo), stone]
}

function transaction(inputs: Coin[], outputs: Output[]): NewTransaction {
  return { inputs: inputs.map(({ txid, vout }) => ({ txid, vout })), outputs }
}

function outputTo(script: Uint8Array): Output {
  return { script, value: DUST }
}

function changeOf(coin: Coin): Output {
  return { script: coin.script, value: CHANGE }
}

function ownerOf([first]: RuneCoin[]): Uint8Array {
  if (first === undefined) throw new RangeError('The transaction spends no runes.')
  return first.script
}

function sortEdicts(edicts: Edict[]): Edict[] {
  return edicts.sort((one, two) => compareRuneIds(one.id, two.id))
}
