import {
  AddressHashMode,
  type ClarityValue,
  createAddress,
  createContractCallPayload,
  createSmartContractPayload,
  createStandardAuth,
  emptyMessageSignature,
  type PayloadInput,
  PubKeyEncoding,
  StacksTransactionWire,
} from '@stacks/transactions'
import { parsePrincipal } from '../../../src/contract/identifiers.ts'
import { coinbaseOf } from '../../../src/demo/encodeStacksTransaction.ts'

/** The bytes of a transaction on mainnet that deploys a contract. */
export function deploymentOf(principal: string, code = '(+ 1 1)'): Uint8Array {
  const { address = '', contractName = '' } = parsePrincipal(principal) ?? {}
  return transactionOf(address, createSmartContractPayload(contractName, code))
}

/** The bytes of a transaction on mainnet that calls a function of a contract. */
export function callOf(principal: string, values: ClarityValue[] = []): Uint8Array {
  const { address = '', contractName = '' } = parsePrincipal(principal) ?? {}
  return transactionOf(
    'SP000000000000000000002Q6VF78',
    createContractCallPayload(address, contractName, 'transfer', values),
  )
}

/** The bytes of a transaction with a payload that nobody knows yet. */
export function unknownTransaction(): Uint8Array {
  const bytes = Buffer.from(coinbaseOf(1))
  // The payload has a byte and 32 more.
  bytes[bytes.length - 33] = 99
  return bytes
}

function transactionOf(address: string, payload: PayloadInput): Uint8Array {
  const signer = createAddress(address).hash160
  const common = { signer, nonce: 0n, fee: 0n }
  const auth = createStandardAuth(
    address.startsWith('SP')
      ? {
          ...common,
          hashMode: AddressHashMode.P2PKH,
          keyEncoding: PubKeyEncoding.Compressed,
          signature: emptyMessageSignature(),
        }
      : { ...common, hashMode: AddressHashMode.P2SH, fields: [], signaturesRequired: 0 },
  )
  return new StacksTransactionWire({ auth, payload, network: 'mainnet' }).serializeBytes()
}
