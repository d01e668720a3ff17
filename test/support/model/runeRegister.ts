// Which runes there are, and what can be minted: the rules of etching and minting, without where units go.
import { addressOf } from '../../../src/bitcoin/addresses.ts'
import type { Outpoint, Transaction } from '../../../src/bitcoin/block.ts'
import type { NetworkName } from '../../../src/bitcoin/networks.ts'
import {
  commitmentOf,
  isReserved,
  lowestUnlockedName,
  nameOfNumber,
  reservedName,
  spaceName,
} from '../../../src/bitcoin/runeNames.ts'
import type { Cenotaph, Runestone } from '../../../src/bitcoin/runestone.ts'
import { isTaproot, readInstructions } from '../../../src/bitcoin/script.ts'
import {
  FIRST_RUNE,
  type ModelRefusal,
  type ModelRune,
  type ModelTx,
  REASONS,
  type Rule,
} from './types.ts'

/**
 * The outputs that a block spends: those that do not exist are missing. `payer`: the script of the first output that the
 * transaction of the output spends.
 */
export type Commitments = ReadonlyMap<Outpoint, Commitment>
type Commitment = { script: Uint8Array; height: number; payer?: Uint8Array | undefined }

export class RuneRegister {
  readonly network: NetworkName
  readonly runes: ModelRune[] = []
  /** How often each rune was minted, by cenotaphs too. */
  readonly mints = new Map<ModelRune, number>()
  /** Without the addresses that they concern. */
  readonly refusals: ModelRefusal[] = []
  readonly #byId = new Map<string, ModelRune>()
  readonly #byName = new Map<string, ModelRune>()
  readonly #count: (rule: Rule) => void

  constructor(network: NetworkName, count: (rule: Rule) => void) {
    this.network = network
    this.#count = count
    if (network === 'main') this.#add(FIRST_RUNE)
  }

  find(id: string): ModelRune | undefined {
    return this.#byId.get(id)
  }

  #add(rune: ModelRune): void {
    this.runes.push(rune)
    this.#byId.set(rune.id, rune)
    this.#byName.set(rune.name, rune)
  }

  mint(id: string, tx: ModelTx): { rune: ModelRune; amount: bigint } | undefined {
    const rune = this.find(id)
    if (rune === undefined) {
      this.#refuse('mint: no such rune', { tx, part: 'mint', rune: id })
      return
    }
    const refusal = this.#refusalOf(rune, tx.block.height)
    if (refusal !== undefined) {
      this.#refuse(refusal, { tx, part: 'mint', rune: id })
      return
    }
    this.#count(tx.flaw === undefined ? 'mint: open' : 'mint: by a cenotaph')
    if (tx.index === 0) this.#count('a coinbase mints')
    const amount = rune.terms?.amount ?? 0n
    if (amount === 0n) this.#count('mint: amount 0')
    this.mints.set(rune, (this.mints.get(rune) ?? 0) + 1)
    return { rune, amount }
  }

  #refuse(rule: Rule, refused: Omit<ModelRefusal, 'reason'>): void {
    this.#count(rule)
    const reason = REASONS[rule]
    if (reason === undefined) throw new Error(`“${rule}” refuses nothing`)
    this.refusals.push({ ...refused, reason })
  }

  /** A transaction that etched the rune that it could not mint, because it was not etched yet. */
  #noteOwnMint(rune: ModelRune): void {
    const own = this.refusals.find(({ tx, part, rune: id }) => {
      return tx === rune.tx && part === 'mint' && id === rune.id
    })
    if (own === undefined) return
    this.#count('mint: a rune etched here')
    own.reason = 'own-rune'
  }

  /** Why a block cannot mint a rune. */
  #refusalOf(rune: ModelRune, height: number): Rule | undefined {
    const { terms, height: etchedAt } = rune
    if (rune.isCenotaph) return 'mint: of a cenotaph'
    if (terms === undefined) return 'mint: no terms'
    if (terms.cap === undefined || terms.cap === 0n) return 'mint: no cap'
    const { heightStart = 0n, offsetStart = 0n, heightEnd, offsetEnd } = terms
    const [now, etched] = [BigInt(height), BigInt(etchedAt)]
    const starts = [heightStart, etched + offsetStart]
    const ends = [heightEnd, offsetEnd === undefined ? undefined : etched + offsetEnd]
    if (starts.some((start) => ends.some((end) => end !== undefined && end <= start)))
      return 'mint: never open'
    if (now < heightStart || now < etched + offsetStart) return 'mint: too early'
    if (heightEnd !== undefined && now >= heightEnd) return 'mint: too late'
    if (offsetEnd !== undefined && now >= etched + offsetEnd) return 'mint: too late'
    return BigInt(this.mints.get(rune) ?? 0) >= terms.cap ? 'mint: the cap is reached' : undefined
  }

  etch(
    stone: Runestone | Cenotaph,
    transaction: Transaction,
    { tx, commitments }: { tx: ModelTx; commitments: Commitments },
  ): ModelRune | undefined {
    const isCenotaph = stone.kind === 'cenotaph'
    const etching = isCenotaph ? { rune: stone.rune, turbo: false } : stone.etching
    if (etching === undefined || (isCenotaph && stone.rune === undefined)) return
    const { height } = tx.block
    const chosen = etching.rune
    const revealed = revealedBy(transaction, chosen, commitments)
    const refusal = chosen === undefined ? undefined : this.#refuseName(chosen, { tx, revealed })
    if (chosen !== undefined && refusal !== undefined) {
      const { rule, ...refused } = refusal
      const spacers = isCenotaph ? 0 : (stone.etching?.spacers ?? 0)
      const name = spaceName(nameOfNumber(chosen), spacers)
      this.#refuse(rule, { tx, part: 'etching', name, ...refused })
      return
    }
    this.#count(chosen === undefined ? 'etch: without a name' : 'etch: with a name')
    if (isCenotaph) this.#count('etch: by a cenotaph')
    if (tx.index === 0) this.#count('a coinbase etches')
    const name = nameOfNumber(chosen ?? reservedName(height, tx.index))
    const parameters = isCenotaph
      ? { turbo: false }
      : { ...stone.etching, turbo: stone.etching?.turbo ?? false }
    const rune: ModelRune = {
      id: `${height}:${tx.index}`,
      height,
      txIndex: tx.index,
      number: this.runes.length,
      name,
      spacedName: spaceName(name, parameters.spacers ?? 0),
      divisibility: parameters.divisibility ?? 0,
      symbol: parameters.symbol,
      turbo: parameters.turbo,
      isCenotaph,
      premine: parameters.premine ?? 0n,
      payer: this.#payerOf(revealed.find((commitment) => isAccepted(commitment, height))),
      terms: parameters.terms,
      tx,
    }
    this.#add(rune)
    this.#noteOwnMint(rune)
    return rune
  }

  #payerOf(commitment: Commitment | undefined): string | undefined {
    if (commitment === undefined) return
    const { payer } = commitment
    const address = payer && addressOf(payer, this.network)
    this.#count(address === undefined ? 'etch: the payer is not known' : 'etch: with a payer')
    return address
  }

  #refuseName(
    number: bigint,
    { tx, revealed }: { tx: ModelTx; revealed: Commitment[] },
  ): { rule: Rule; confirmations?: number } | undefined {
    const { height } = tx.block
    if (isReserved(number)) return { rule: 'etch: the name is reserved' }
    if (number < lowestUnlockedName(this.network, height)) {
      return { rule: 'etch: the name is locked' }
    }
    const taker = this.#byName.get(nameOfNumber(number))
    if (taker !== undefined) {
      return taker.height === height
        ? { rule: 'etch: the name was taken in this block' }
        : { rule: 'etch: the name is taken' }
    }
    if (revealed.length === 0) return { rule: 'etch: no input commits' }
    const taproot = revealed.filter(({ script }) => isTaproot(script))
    if (taproot.length === 0) return { rule: 'etch: the commitment is not taproot' }
    const oldest = Math.min(...taproot.map((commitment) => commitment.height))
    const confirmations = height - oldest + 1
    if (confirmations >= 6) return
    return { rule: 'etch: the commitment is too young', confirmations }
  }
}

/** The outputs whose spending reveals a commitment to a name, in the order of the inputs. */
function revealedBy(
  { inputs, tapscripts }: Transaction,
  name: bigint | undefined,
  commitments: Commitments,
): Commitment[] {
  if (name === undefined) return []
  const bytes = Buffer.from(commitmentOf(name))
  return inputs.flatMap((outpoint, input) => {
    const script = tapscripts[input]
    const commitment = commitments.get(outpoint)
    const isRevealed = script !== undefined && pushes(script, bytes)
    return isRevealed && commitment !== undefined ? [commitment] : []
  })
}

function isAccepted({ script, height }: Commitment, revealHeight: number): boolean {
  return isTaproot(script) && revealHeight - height + 1 >= 6
}

function pushes(script: Uint8Array, bytes: Buffer): boolean {
  for (const instruction of readInstructions(script)) {
    if (
      instruction.kind === 'push' &&
      bytes.equals(script.subarray(instruction.start, instruction.end))
    )
      return true
  }
  return false
}
