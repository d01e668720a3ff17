/** A contract: its deployer is the hash of a key on testnet. */
export type DemoContract = { deployer: Uint8Array; name: string }

/** The bytes of a transaction that deploys a contract. */
export function deploymentOf({ deployer, name }: DemoContract, code: string): Uint8Array {
  return transactionOf(deployer, [Buffer.of(1), nameOf(name), withLength(code)])
}

/** The bytes of a transaction that calls a function without arguments. */
export function callOf({ deployer, name }: DemoContract, called: string): Uint8Array {
  const contract = [Buffer.of(TESTNET_ADDRESS), deployer, nameOf(name)]
  return transactionOf(NOBODY, [Buffer.of(2), ...contract, nameOf(called), Buffer.alloc(4)])
}

/** The bytes of a transaction of a miner, which differ with the number. */
export function coinbaseOf(number: number): Uint8Array {
  const bytes = Buffer.alloc(32)
  bytes.writeUInt32BE(number)
  return transactionOf(NOBODY, [Buffer.of(4), bytes])
}

const NOBODY = Buffer.alloc(20)

/** The version of the addresses of keys on testnet. */
export const TESTNET_ADDRESS = 26

const TESTNET = Buffer.of(0x80, 0x80, 0, 0, 0)

/** Unsigned: no node is asked whether the signature is right. */
function transactionOf(signer: Uint8Array, payload: Uint8Array[]): Uint8Array {
  const [standard, ofKey, anyBlock, deny] = [4, 0, 3, 2]
  const nonceAndFee = Buffer.alloc(16)
  const signature = Buffer.alloc(66)
  return Buffer.concat([
    TESTNET,
    Buffer.of(standard, ofKey),
    signer,
    nonceAndFee,
    signature,
    Buffer.of(anyBlock, deny),
    Buffer.alloc(4),
    ...payload,
  ])
}

function nameOf(text: string): Buffer {
  return Buffer.concat([Buffer.of(text.length), Buffer.from(text, 'latin1')])
}

/** A text after its length in bytes, as a Clarity value has it too. */
export function withLength(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
