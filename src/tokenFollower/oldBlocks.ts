import { stacksBlockId } from '../stacks/block.ts'
import type { ExtendedHeader, StacksNode, StacksTip } from '../stacks/node.ts'
import { StacksNodeError } from '../stacks/stacksConnection.ts'

const ID_BYTES = 32

/** The ids of the blocks from before Nakamoto, read from their headers as far down as they are needed. */
export class OldBlocks {
  readonly #node: StacksNode
  /** Of the last one. */
  readonly height: number
  /** By height. Those from `#lowest` on are known. */
  readonly #ids: Buffer
  #lowest: number
  /** The hash of the lowest known block, as the one above names it; of the last one nobody does. */
  #hash: string | undefined

  constructor(node: StacksNode, { id, height }: StacksTip) {
    this.#node = node
    this.height = height
    this.#ids = Buffer.alloc((height + 1) * ID_BYTES)
    this.#lowest = height
    this.#write(height, id)
  }

  /** Undefined if the node lacks the headers. @throws {StacksNodeError} */
  async idAt(height: number): Promise<string | undefined> {
    while (this.#lowest > height) {
      const headers = await this.#node.oldHeaders(this.#read(this.#lowest))
      if (headers === undefined) return
      this.#add(headers)
    }
    return this.#read(height)
  }

  /** The first header is that of the lowest known block. */
  #add(headers: ExtendedHeader[]): void {
    const before = this.#lowest
    for (const header of headers) {
      if (this.#lowest === 0) return
      const id = stacksBlockId(
        Buffer.from(header.hash, 'hex'),
        Buffer.from(header.consensusHash, 'hex'),
      )
      const isNext = id === this.#read(this.#lowest) && header.height === this.#lowest
      if (!isNext || (this.#hash ?? header.hash) !== header.hash) throw this.#unlinked()
      this.#hash = header.parentHash
      this.#lowest -= 1
      this.#write(this.#lowest, header.parentId)
    }
    if (this.#lowest === before) throw this.#unlinked()
  }

  #unlinked(): StacksNodeError {
    const message = `The headers of the Stacks node are not linked at block ${this.#lowest}.`
    return new StacksNodeError('contract', message)
  }

  #read(height: number): string {
    return this.#ids.toString('hex', height * ID_BYTES, (height + 1) * ID_BYTES)
  }

  #write(height: number, id: string): void {
    this.#ids.write(id, height * ID_BYTES, 'hex')
  }
}
