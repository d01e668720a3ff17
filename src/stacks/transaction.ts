import { createHash } from 'node:crypto'
import { encodeStacksAddress } from '../bitcoin/addresses.ts'
import { type ByteReader, UnknownKind } from './byteReader.ts'
import { skipClarityValue, takeContract } from './clarity.ts'

/** A transaction. What it does can fail, also if it is in a block. */
export type StacksTransaction = {
  /** 64 hex digits. */
  txId: string
  /** The address that it acts for. Another one may pay its fee. */
  origin: string
  /** The name of the contract that it deploys from there, if it deploys one. */
  deploys: string | undefined
  /** The contract that it calls, and those among the arguments; `principalOf` reads them. */
  names: Uint8Array[]
}

/**
 * Reads a transaction (SIP-005, and what epochs added to it since: `stacks-codec/src/transaction.rs` of stacks-core).
 * Unknown Clarity versions, modes and condition codes pass; only what makes its length unknown does not.
 * @throws {UnknownKind}
 * @throws {MalformedBytes}
 */
export function readTransaction(reader: ByteReader): StacksTransaction {
  const start = reader.position
  const isMainnet = reader.number(1) < TESTNET
  reader.skip(CHAIN_ID)
  const origin = readAuthorization(reader, isMainnet)
  reader.skip(ANCHOR_MODE + CONDITION_MODE)
  reader.repeat(() => skipCondition(reader))
  const payload = readPayload(reader)
  return { txId: sha512_256(reader.since(start)).toString('hex'), origin, ...payload }
}

/** Hashes parts as if they were one text. */
export function sha512_256(...parts: Uint8Array[]): Buffer {
  const hash = createHash('sha512-256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

// The versions of transactions of test networks have this bit.
const TESTNET = 0x80

// Lengths in bytes.
const [CHAIN_ID, ANCHOR_MODE, CONDITION_MODE, CONDITION_CODE, AMOUNT] = [4, 1, 1, 1, 8]
const [NONCE, FEE, KEY_ENCODING, SIGNATURE, PUBLIC_KEY] = [8, 8, 1, 65, 33]
const [ADDRESS, MEMO, CLARITY_VERSION, VRF_PROOF, COINBASE] = [21, 34, 1, 80, 32]
const TENURE_CHANGE = 20 + 20 + 20 + 32 + 4 + 1 + 20
export const MICROBLOCK_HEADER = 1 + 2 + 32 + 32 + SIGNATURE

function readAuthorization(reader: ByteReader, isMainnet: boolean): string {
  const type = reader.number(1)
  if (type !== 4 && type !== 5) throw new UnknownKind(`there is no authorization ${type}`)
  const origin = readSpendingCondition(reader, isMainnet)
  const isSponsored = type === 5
  if (isSponsored) readSpendingCondition(reader, isMainnet)
  return origin
}

const SINGLE_SIGNATURE = [0, 2]
const SEVERAL_SIGNATURES = [1, 3, 5, 7]

/** Returns the address of who signs. */
function readSpendingCondition(reader: ByteReader, isMainnet: boolean): string {
  const mode = reader.number(1)
  const origin = encodeStacksAddress(addressVersion(mode, isMainnet), reader.take(20))
  reader.skip(NONCE + FEE)
  if (SINGLE_SIGNATURE.includes(mode)) reader.skip(KEY_ENCODING + SIGNATURE)
  else if (SEVERAL_SIGNATURES.includes(mode)) {
    reader.repeat(() => skipKeyOrSignature(reader))
    reader.skip(2)
  } else throw new UnknownKind(`there is no hash mode ${mode}`)
  return origin
}

/** The first digit after S: P or M on mainnet, T or N elsewhere. */
function addressVersion(mode: number, isMainnet: boolean): number {
  const isOfKey = mode === 0
  if (isMainnet) return isOfKey ? 22 : 20
  return isOfKey ? 26 : 21
}

function skipKeyOrSignature(reader: ByteReader): void {
  const type = reader.number(1)
  if (type > 3) throw new UnknownKind(`there is no field ${type} of a signature`)
  reader.skip(type < 2 ? PUBLIC_KEY : SIGNATURE)
}

function skipCondition(reader: ByteReader): void {
  const type = reader.number(1)
  const skip = CONDITIONS[type]
  if (skip === undefined) throw new UnknownKind(`there is no post-condition ${type}`)
  skipConditionPrincipal(reader)
  skip(reader)
}

/** What follows the principal: of STX, a fungible token, a non-fungible token, staked STX, and stacking. */
const CONDITIONS: ((reader: ByteReader) => void)[] = [
  (reader) => reader.skip(CONDITION_CODE + AMOUNT),
  (reader) => {
    skipAsset(reader)
    reader.skip(CONDITION_CODE + AMOUNT)
  },
  (reader) => {
    skipAsset(reader)
    skipClarityValue(reader)
    reader.skip(CONDITION_CODE)
  },
  (reader) => reader.skip(CONDITION_CODE + AMOUNT),
  (reader) => reader.skip(CONDITION_CODE),
]

function skipConditionPrincipal(reader: ByteReader): void {
  const type = reader.number(1)
  if (type < 1 || type > 3) throw new UnknownKind(`there is no principal ${type}`)
  if (type > 1) reader.skip(ADDRESS)
  if (type > 2) reader.name()
}

function skipAsset(reader: ByteReader): void {
  reader.skip(ADDRESS)
  reader.name()
  reader.name()
}

function readPayload(reader: ByteReader): Pick<StacksTransaction, 'deploys' | 'names'> {
  const type = reader.number(1)
  if (type === DEPLOYMENT || type === VERSIONED_DEPLOYMENT) {
    if (type === VERSIONED_DEPLOYMENT) reader.skip(CLARITY_VERSION)
    const name = reader.name()
    reader.buffer()
    return { deploys: name, names: [] }
  }
  if (type === CALL) return { deploys: undefined, names: readCall(reader) }
  const skip = OTHER_PAYLOADS[type]
  if (skip === undefined) throw new UnknownKind(`there is no payload ${type}`)
  skip(reader)
  return { deploys: undefined, names: [] }
}

const [DEPLOYMENT, CALL, VERSIONED_DEPLOYMENT] = [1, 2, 6]

function readCall(reader: ByteReader): Uint8Array[] {
  const names = [takeContract(reader)]
  reader.name()
  reader.repeat(() => skipClarityValue(reader, names))
  return names
}

const OTHER_PAYLOADS: Readonly<Record<number, (reader: ByteReader) => void>> = {
  // A transfer of STX.
  0: (reader) => {
    skipClarityValue(reader)
    reader.skip(AMOUNT + MEMO)
  },
  // A proof that a miner made two microblocks with the same number.
  3: (reader) => reader.skip(2 * MICROBLOCK_HEADER),
  4: (reader) => reader.skip(COINBASE),
  // A coinbase for another recipient.
  5: (reader) => {
    reader.skip(COINBASE)
    skipClarityValue(reader)
  },
  7: (reader) => reader.skip(TENURE_CHANGE),
  // A coinbase since the Nakamoto upgrade.
  8: (reader) => {
    reader.skip(COINBASE)
    skipClarityValue(reader)
    reader.skip(VRF_PROOF)
  },
}
