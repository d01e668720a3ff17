// Which runes there are, and what can be minted: the rules of etching and minting, without where units go.
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
import { FIRST_RUNE, type ModelRune, type ModelTx, type Rule } from './types.ts'

/** The outputs that a block spends: those that do not exist are missing. */
export type Commitments = ReadonlyMap<Outpoint, { script: Uint8Array; height: number }>

export class RuneRegister {
  readonly network: NetworkName
  readonly runes: ModelRune[] = []
  /** How often each rune was minted, by cenotaphs too. */
  readonly mints = new Map<ModelRune, number>()
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
      const isOwn = id === `${tx.block.height}:${tx.index}`
      this.#count(isOwn ? 'mint: a rune etched here' : 'mint: no such rune')
      return
    }
    const refusal = this.#refusalOf(rune, tx.block.height)
    this.#count(refusal ?? (tx.flaw === undefined ? 'mint: open' : 'mint: by a cenotaph'))
    if (refusal !== undefined) return
    if (tx.index === 0) this.#count('a coinbase mints')
    const amount = rune.terms?.amount ?? 0n
    if (amount === 0n) this.#count('mint: amount 0')
    this.mints.set(rune, (this.mints.get(rune) ?? 0) + 1)
    return { rune, amount }
  }

  /** Why a block cannot mint a rune. */
  #refusalOf(rune: ModelRune, height: number): Rule | undefined {
    const { terms, height: etchedAt } = rune
    if (terms === undefined) return 'mint: no terms'
    if (terms.cap === undefined || terms.cap === 0n) return 'mint: no cap'
    const { heightStart = 0n, offsetStart = 0n, heightEnd, offsetEnd } = terms
    const [now, etched] = [BigInt(height), BigInt(etchedAt)]
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
    const refusal =
      chosen === undefined ? undefined : this.#refuseName(chosen, transaction, { tx, commitments })
    if (refusal !== undefined) {
      this.#count(refusal)
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
      terms: parameters.terms,
      tx,
    }
    this.#add(rune)
    return rune
  }

  #refuseName(
    number: bigint,
    { inputs, tapscripts }: Transaction,
    { tx, commitments }: { tx: ModelTx; commitments: Commitments },
  ): Rule | undefined {
    const { height } = tx.block
    if (isReserved(number)) return 'etch: the name is reserved'
    if (number < lowestUnlockedName(this.network, height)) return 'etch: the name is locked'
    const taker = this.#byName.get(nameOfNumber(number))
    if (taker !== undefined) {
      return taker.height === height
        ? 'etch: the name was taken in this block'
        : 'etch: the name is taken'
    }
    const bytes = Buffer.from(commitmentOf(number))
    const revealed = inputs.flatMap((outpoint, input) => {
      const script = tapscripts[input]
      const commitment = commitments.get(outpoint)
      const isRevealed = script !== undefined && pushes(script, bytes)
      return isRevealed && commitment !== undefined ? [commitment] : []
    })
    if (revealed.length === 0) return 'etch: no input commits'
    const taproot = revealed.filter(({ script }) => isTaproot(script))
    if (taproot.length === 0) return 'etch: the commitment is not taproot'
    const isMature = taproot.some((commitment) => height - commitment.height + 1 >= 6)
    return isMature ? undefined : 'etch: the commitment is too young'
  }
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
