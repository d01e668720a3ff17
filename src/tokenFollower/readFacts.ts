import type { ClarityValue } from '../stacks/clarity.ts'
import type { CallResult, StacksNode, StacksTip } from '../stacks/node.ts'

/** What the contract of a token says of it. `totalSupply` is digits. What it does not say is undefined. */
export type ContractFacts = {
  name: string | undefined
  symbol: string | undefined
  decimals: number | undefined
  totalSupply: string | undefined
  tokenUri: string | undefined
}

/** The facts of one block. `problem` says which calls failed, `isSlow` that one took long. */
export type FactsReading = { facts: ContractFacts; problem: string | undefined; isSlow: boolean }

/** The same of the supply alone; undefined if the call failed. */
export type SupplyReading = {
  totalSupply: string | undefined
  problem: string | undefined
  isSlow: boolean
}

/** A contract that takes longer is asked rarely: its calls hold up the node. */
const SLOW_SECONDS = 1
/** An index cannot hold longer names. */
const MAX_NAME_LENGTH = 200
/** Longer URIs are `data:` URIs. */
const MAX_URI_LENGTH = 10_000

/** Calls the five functions of a token after a block, one after the other. @throws {StacksNodeError} */
export async function readFacts(
  node: StacksNode,
  principal: string,
  tip: StacksTip,
): Promise<FactsReading> {
  const calls = new Calls(node, principal, tip)
  const facts = {
    tokenUri: await calls.read('get-token-uri', uriOf),
    name: await calls.read('get-name', nameOf),
    symbol: await calls.read('get-symbol', nameOf),
    decimals: await calls.read('get-decimals', decimalsOf),
    totalSupply: await calls.read('get-total-supply', supplyOf),
  }
  return { facts, problem: calls.problem, isSlow: calls.isSlow }
}

/** @throws {StacksNodeError} */
export async function readSupply(
  node: StacksNode,
  principal: string,
  tip: StacksTip,
): Promise<SupplyReading> {
  const calls = new Calls(node, principal, tip)
  const totalSupply = await calls.read('get-total-supply', supplyOf)
  return { totalSupply, problem: calls.problem, isSlow: calls.isSlow }
}

/** The result of a function cannot be used. The message continues its name. */
class UnusableResult extends Error {
  override name = 'UnusableResult'
}

class Calls {
  readonly #node: StacksNode
  readonly #principal: string
  readonly #tip: StacksTip
  readonly #failures: string[] = []
  isSlow = false

  constructor(node: StacksNode, principal: string, tip: StacksTip) {
    this.#node = node
    this.#principal = principal
    this.#tip = tip
  }

  get problem(): string | undefined {
    return this.#failures.length === 0 ? undefined : this.#failures.join('; ')
  }

  /** Undefined if the call fails or has no result. */
  async read<Value>(
    name: string,
    convert: (result: ClarityValue) => Value | undefined,
  ): Promise<Value | undefined> {
    const result = await this.#call(name)
    try {
      return convert(unwrap(expectOkay(result)))
    } catch (error) {
      if (!(error instanceof UnusableResult)) throw error
      this.#failures.push(`${name} ${error.message}`)
      return undefined
    }
  }

  /** A call that took long is timed once more: the node may have been busy with others. */
  async #call(name: string): Promise<CallResult> {
    const call = () => this.#node.callReadOnly(this.#principal, name, this.#tip)
    const first = await call()
    if (this.isSlow || !isSlow(first)) return first
    const second = await call()
    this.isSlow = isSlow(second)
    return second
  }
}

function isSlow({ seconds }: CallResult): boolean {
  return seconds > SLOW_SECONDS
}

function expectOkay(result: CallResult): ClarityValue {
  if (result.isOkay) return result.value
  throw new UnusableResult(`failed: ${result.cause}`)
}

/** Contracts wrap their results in any number of `ok` and `some`. */
function unwrap(value: ClarityValue): ClarityValue {
  return value.type === 'ok' || value.type === 'some' ? unwrap(value.value) : value
}

function textOf(value: ClarityValue, maxLength: number): string | undefined {
  if (value.type === 'none') return
  if (value.type !== 'string-ascii' && value.type !== 'string-utf8') throw wrongType(value)
  if (value.value.length > maxLength) {
    throw new UnusableResult(`returned more than ${maxLength.toLocaleString('en')} characters`)
  }
  return value.value
}

function nameOf(value: ClarityValue): string | undefined {
  return textOf(value, MAX_NAME_LENGTH)
}

/** For token number 1, in the default locale. An empty one is none. */
function uriOf(value: ClarityValue): string | undefined {
  const isData = value.type !== 'none' && /^data:/i.test(String(value.value))
  return (
    textOf(value, isData ? Number.POSITIVE_INFINITY : MAX_URI_LENGTH)
      ?.replaceAll(/\{id\}|\$TOKEN_ID/gi, '1')
      .replaceAll(/\{locale\}/gi, '') || undefined
  )
}

function decimalsOf(value: ClarityValue): number {
  if (value.type !== 'uint') throw wrongType(value)
  const decimals = Number(value.value)
  if (!Number.isSafeInteger(decimals)) throw new UnusableResult('returned more than 2^53')
  return decimals
}

/** An error of the supply is an answer: some contracts have none. */
function supplyOf(value: ClarityValue): string | undefined {
  if (value.type === 'err') return
  if (value.type !== 'uint') throw wrongType(value)
  return String(value.value)
}

function wrongType({ type }: ClarityValue): UnusableResult {
  return new UnusableResult(`returned a value of the type ${type}`)
}
