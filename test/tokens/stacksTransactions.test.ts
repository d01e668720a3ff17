import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  AddressHashMode,
  addressFromVersionHash,
  addressHashModeToVersion,
  addressToString,
  Cl,
  ClarityVersion,
  createAddress,
  createCoinbasePayload,
  createContractCallPayload,
  createLPList,
  createMessageSignature,
  createNakamotoCoinbasePayload,
  createSmartContractPayload,
  createSponsoredAuth,
  createStandardAuth,
  createTenureChangePayload,
  createTokenTransferPayload,
  createTransactionAuthField,
  deserializeTransaction,
  PayloadType,
  type PostCondition,
  PubKeyEncoding,
  postConditionToWire,
  type SpendingCondition,
  StacksTransactionWire,
  StacksWireType,
  TenureChangeCause,
} from '@stacks/transactions'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { ByteReader, MalformedBytes, UnknownKind } from '../../src/stacks/byteReader.ts'
import { principalOf } from '../../src/stacks/clarity.ts'
import { readTransaction } from '../../src/stacks/transaction.ts'
import { deploymentOf } from '../support/stacks/stacksTransactions.ts'

/** Reads exactly one transaction. */
function read(bytes: Uint8Array) {
  const reader = new ByteReader(bytes)
  const transaction = readTransaction(reader)
  expect(reader.isAtEnd).toBe(true)
  return { ...transaction, names: transaction.names.map(principalOf) }
}

/** The same by the library of Stacks. */
function expected(bytes: Uint8Array) {
  const transaction = deserializeTransaction(bytes)
  const { auth, payload } = transaction
  const { hashMode, signer } = auth.spendingCondition
  const network = (bytes[0] ?? 0) < 0x80 ? 'mainnet' : 'testnet'
  const version = addressHashModeToVersion(hashMode, network)
  const isDeployment =
    payload.payloadType === PayloadType.SmartContract ||
    payload.payloadType === PayloadType.VersionedSmartContract
  return {
    txId: transaction.txid(),
    origin: addressToString(addressFromVersionHash(version, signer)),
    deploys: isDeployment ? payload.contractName.content : undefined,
    names: payload.payloadType === PayloadType.ContractCall ? namesIn(payload) : [],
  }
}

type Call = Extract<
  ReturnType<typeof deserializeTransaction>['payload'],
  { payloadType: PayloadType.ContractCall }
>

function namesIn({ contractAddress, contractName, functionArgs }: Call): string[] {
  return [
    `${addressToString(contractAddress)}.${contractName.content}`,
    ...functionArgs.flatMap(contractsIn),
  ]
}

function contractsIn(value: ClarityValue): string[] {
  switch (value.type) {
    case 'contract':
      return [value.value]
    case 'ok':
    case 'err':
    case 'some':
      return contractsIn(value.value)
    case 'list':
      return value.value.flatMap(contractsIn)
    case 'tuple':
      return Object.values(value.value).flatMap(contractsIn)
    default:
      return []
  }
}

const Recorded = v.object({ txid: v.string(), raw_tx: v.string() })

function recordings() {
  const lines = gunzipSync(readFileSync('test/fixtures/stacks/transactions.ndjson.gz')).toString()
  return lines
    .trim()
    .split('\n')
    .map((line) => v.parse(Recorded, JSON.parse(line)))
    .map(({ txid, raw_tx }) => ({
      txId: txid.slice(2),
      bytes: Buffer.from(raw_tx.slice(2), 'hex'),
    }))
}

describe('transactions that real nodes recorded', () => {
  test('are read as the library of Stacks reads them', () => {
    const all = recordings()
    expect(all).toHaveLength(424)
    for (const { txId, bytes } of all) {
      // Of one, the library writes other bytes than it read.
      expect(read(bytes)).toEqual({ ...expected(bytes), txId })
    }
  })

  test('are refused if their end is missing', () => {
    for (const { bytes } of recordings()) {
      expect(() => readTransaction(new ByteReader(bytes.subarray(0, -1)))).toThrow(MalformedBytes)
    }
  })

  test('are refused or read if a byte is another one', () => {
    for (const { bytes } of recordings()) {
      for (const at of [0, 5, 6, 30, 120, bytes.length >> 1, bytes.length - 1]) {
        const damaged = Buffer.from(bytes)
        damaged[at] = (damaged[at] ?? 0) ^ 0x55
        try {
          readTransaction(new ByteReader(damaged))
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedBytes)
        }
      }
    }
  })
})

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((some) => Buffer.from(some).toString('hex'))
const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const amounts = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const names = fc.stringMatching(/^[a-z]([a-z0-9-]{0,30}[a-z0-9])?$/)
const addresses = fc
  .tuple(fc.constantFrom(22, 20, 26, 21), hex(20))
  .map(([version, hash]) => addressToString(addressFromVersionHash(version, hash)))
const contracts = fc.tuple(addresses, names).map((parts) => parts.join('.'))
const principals = fc.oneof(addresses.map(Cl.principal), contracts.map(Cl.principal))

const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.bigInt({ min: -(2n ** 127n), max: 2n ** 127n - 1n }).map(Cl.int),
    amounts.map(Cl.uint),
    fc.boolean().map(Cl.bool),
    fc.uint8Array().map(Cl.buffer),
    fc.string({ unit: 'binary-ascii' }).map(Cl.stringAscii),
    fc.string({ unit: 'grapheme' }).map(Cl.stringUtf8),
    principals,
    fc.constant(Cl.none()),
    tie('value').map((value) => Cl.some(clarity(value))),
    tie('value').map((value) => Cl.ok(clarity(value))),
    tie('value').map((value) => Cl.error(clarity(value))),
    fc.array(tie('value'), { maxLength: 3 }).map((list) => Cl.list(list.map(clarity))),
    fc
      .dictionary(names, tie('value'), { maxKeys: 3 })
      .map((tuple) =>
        Cl.tuple(
          Object.fromEntries(Object.entries(tuple).map(([key, one]) => [key, clarity(one)])),
        ),
      ),
  ),
}))

type ClarityValue = ReturnType<typeof Cl.deserialize>
function isClarity(value: unknown): value is ClarityValue {
  return typeof value === 'object' && value !== null && 'type' in value
}
function clarity(value: unknown): ClarityValue {
  if (!isClarity(value)) throw new Error('fast-check made another value')
  return value
}

const payloads = fc.oneof(
  fc
    .tuple(principals, amounts, fc.string({ unit: 'binary-ascii', maxLength: 34 }))
    .map(([to, amount, memo]) => createTokenTransferPayload(to, amount, memo)),
  fc
    .tuple(addresses, names, names, fc.array(values, { maxLength: 4 }))
    .map(([address, contract, name, list]) =>
      createContractCallPayload(address, contract, name, list.map(clarity)),
    ),
  fc
    .tuple(
      names,
      fc.string(),
      fc.constantFrom(undefined, ClarityVersion.Clarity1, ClarityVersion.Clarity3),
    )
    .map(([name, code, version]) => createSmartContractPayload(name, code, version)),
  fc
    .tuple(bytesOf(32), fc.option(principals, { nil: undefined }))
    .map(([bytes, recipient]) => createCoinbasePayload(bytes, recipient)),
  fc
    .tuple(bytesOf(32), fc.option(principals), bytesOf(80))
    .map(([bytes, recipient, proof]) =>
      createNakamotoCoinbasePayload(bytes, recipient ? Cl.some(recipient) : Cl.none(), proof),
    ),
  fc
    .tuple(hex(20), hex(20), hex(20), hex(32), fc.nat(), hex(20))
    .map(([tenure, previous, view, end, blocks, key]) =>
      createTenureChangePayload(
        tenure,
        previous,
        view,
        end,
        blocks,
        TenureChangeCause.Extended,
        key,
      ),
    ),
)

const comparisons = fc.constantFrom('eq', 'gt', 'gte', 'lt', 'lte')
const owners = fc.oneof(addresses, contracts)
const assets = fc
  .tuple(addresses, names, names)
  .map(([a, b, c]): `${string}.${string}::${string}` => `${a}.${b}::${c}`)
const conditions: fc.Arbitrary<PostCondition> = fc.oneof(
  fc
    .tuple(owners, comparisons, amounts)
    .map(
      ([address, condition, amount]) =>
        ({ type: 'stx-postcondition', address, condition, amount }) as const,
    ),
  fc
    .tuple(owners, comparisons, amounts, assets)
    .map(
      ([address, condition, amount, asset]) =>
        ({ type: 'ft-postcondition', address, condition, amount, asset }) as const,
    ),
  fc
    .tuple(owners, fc.constantFrom('sent', 'not-sent'), assets, values)
    .map(
      ([address, condition, asset, id]) =>
        ({ type: 'nft-postcondition', address, condition, asset, assetId: clarity(id) }) as const,
    ),
  fc
    .tuple(owners, comparisons, amounts)
    .map(
      ([address, condition, amount]) =>
        ({ type: 'staking-postcondition', address, condition, amount }) as const,
    ),
  fc
    .tuple(owners, fc.constantFrom('will-not-perform', 'may-perform', 'will-perform'))
    .map(([address, condition]) => ({ type: 'pox-postcondition', address, condition }) as const),
)

type Encodings = [PubKeyEncoding, ...PubKeyEncoding[]]
const signaturesWith = (...encodings: Encodings) =>
  fc
    .tuple(fc.constantFrom(...encodings), hex(65))
    .map(([encoding, signature]) =>
      createTransactionAuthField(encoding, createMessageSignature(signature)),
    )
// A real key: the library reads no invented ones.
const KEY = createTransactionAuthField(PubKeyEncoding.Compressed, {
  type: StacksWireType.PublicKey,
  data: Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex'),
})
const fieldsOf = (...encodings: Encodings) =>
  fc.array(fc.oneof(signaturesWith(...encodings), fc.constant(KEY)), { maxLength: 4 })

/** Hash modes of several signatures, with the keys that the library allows in them. */
const severalSignatures = fc.oneof(
  fc.tuple(
    fc.constantFrom(AddressHashMode.P2SH, AddressHashMode.P2SHNonSequential),
    fieldsOf(PubKeyEncoding.Compressed, PubKeyEncoding.Uncompressed),
  ),
  fc.tuple(
    fc.constantFrom(AddressHashMode.P2WSH, AddressHashMode.P2WSHNonSequential),
    fieldsOf(PubKeyEncoding.Compressed),
  ),
)

const signers: fc.Arbitrary<SpendingCondition> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(AddressHashMode.P2PKH, AddressHashMode.P2WPKH),
      hex(20),
      amounts,
      amounts,
      hex(65),
    )
    .map(([hashMode, signer, nonce, fee, signature]) => ({
      hashMode,
      signer,
      nonce,
      fee,
      keyEncoding: PubKeyEncoding.Compressed,
      signature: createMessageSignature(signature),
    })),
  fc.tuple(severalSignatures, hex(20), amounts).map(([[hashMode, list], signer, nonce]) => ({
    hashMode,
    signer,
    nonce,
    fee: nonce,
    fields: list,
    signaturesRequired: list.filter(({ contents }) => contents !== KEY.contents).length,
  })),
)

const transactions = fc
  .tuple(
    fc.constantFrom('mainnet', 'testnet'),
    signers,
    fc.option(signers, { nil: undefined }),
    fc.array(conditions, { maxLength: 3 }),
    payloads,
  )
  .map(([network, signer, sponsor, list, payload]) =>
    new StacksTransactionWire({
      network,
      auth: sponsor ? createSponsoredAuth(signer, sponsor) : createStandardAuth(signer),
      postConditions: createLPList(list.map(postConditionToWire)),
      payload,
    }).serializeBytes(),
  )

test('random transactions are read as the library of Stacks reads them', () => {
  fc.assert(
    fc.property(transactions, (bytes) => {
      expect(read(bytes)).toEqual(expected(bytes))
    }),
    { numRuns: 400 },
  )
})

describe('a transaction of a later epoch', () => {
  const PRINCIPAL = `${addressToString(createAddress('SP000000000000000000002Q6VF78'))}.later`
  // The payload has a byte, the length of the name, the name, and the code with its length.
  const payloadAt = deploymentOf(PRINCIPAL).length - (1 + 1 + 5 + 4 + 7)

  test('is read with an unknown mode, and with an unknown version of Clarity', () => {
    const plain = deploymentOf(PRINCIPAL)
    const versioned = Buffer.concat([
      plain.subarray(0, payloadAt),
      Buffer.of(6, 99),
      plain.subarray(payloadAt + 1),
    ])
    // The mode of the post-conditions, before their number.
    versioned[payloadAt - 5] = 77
    expect(read(versioned)).toMatchObject({
      origin: 'SP000000000000000000002Q6VF78',
      deploys: 'later',
    })
  })

  test('is refused if nobody can tell its length', () => {
    const bytes = Buffer.from(deploymentOf(PRINCIPAL))
    bytes[payloadAt] = 9
    expect(() => read(bytes)).toThrow(new UnknownKind('there is no payload 9'))
  })

  test('that proves a fork of microblocks is read', () => {
    const plain = deploymentOf(PRINCIPAL)
    const proof = Buffer.concat([plain.subarray(0, payloadAt), Buffer.of(3), Buffer.alloc(264)])
    expect(read(proof).deploys).toBeUndefined()
  })
})
