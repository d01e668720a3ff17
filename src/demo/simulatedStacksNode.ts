import { Hono } from 'hono'
import { blockAfter, type ServedBlock } from './stacksBlocks.ts'

/** What a contract of the simulated node answers: its interface, and by function a value in hex or a failure. */
export type SimulatedContract = {
  interface: object
  answers: Record<string, { hex: string } | { cause: string }>
}

/** A Stacks node. It has empty blocks if it is given none. Its fields can be changed while it is served. */
export class SimulatedStacksNode {
  readonly contracts = new Map<string, SimulatedContract>()
  /** The heights at which contracts were deployed. */
  readonly published = new Map<string, number>()
  blocks: ServedBlock[] = []
  /** Blocks of branches that it has left, which it serves too. */
  leftBlocks: ServedBlock[] = []
  #empty: ServedBlock[] = []
  networkId = 1
  isFullySynced = true
  height = 5_000_000
  /** The paths of the requests so far. */
  readonly requests: string[] = []
  /** Answers in place of the node. */
  intercept: (
    path: string,
    request: Request,
  ) => Response | undefined | Promise<Response | undefined> = () => undefined
  /** Real ones send up to 2,100. */
  headersAtOnce = 2100
  #running = 0
  maxRunning = 0

  get tipId(): string {
    return this.#tip.id
  }

  get #tip(): ServedBlock {
    const known = [...this.#empty, ...this.blocks].findLast(({ height }) => height === this.height)
    if (known !== undefined) return known
    for (;;) {
      const newest = this.#empty.at(-1)
      const next = blockAfter(newest, newest ? {} : { height: this.height })
      this.#empty.push(next)
      if (next.height >= this.height) return next
    }
  }

  /** What a node responds with. */
  routes(): Hono {
    const app = new Hono()
    app.use(async (c, next) => {
      this.requests.push(c.req.path)
      this.#running += 1
      this.maxRunning = Math.max(this.maxRunning, this.#running)
      const intercepted = await this.intercept(c.req.path, c.req.raw)
      if (intercepted === undefined) await next()
      this.#running -= 1
      return intercepted
    })
    app.get('/v2/info', (c) =>
      c.json({
        network_id: this.networkId,
        stacks_tip_height: this.height,
        is_fully_synced: this.isFullySynced,
      }),
    )
    app.get('/v3/tenures/info', (c) =>
      c.json({ tip_block_id: this.tipId, tip_height: this.height }),
    )
    app.get('/v2/contracts/interface/:address/:name', (c) => {
      if (c.req.query('tip') !== this.tipId) return c.text('Chain tip not found', 404)
      const contract = this.#find(c.req.param())
      return contract ? c.json(contract.interface) : c.text('No contract interface data found', 404)
    })
    app.post('/v2/contracts/call-read/:address/:name/:function', (c) => {
      if (c.req.query('tip') !== this.tipId) return c.text('Chain tip not found', 404)
      const { function: called, ...place } = c.req.param()
      const answer = this.#find(place)?.answers[called.replace('get-', '').replaceAll('-', '_')]
      if (answer === undefined) return c.json({ okay: false, cause: 'Unchecked(NoSuchContract)' })
      return c.json(
        'hex' in answer ? { okay: true, result: answer.hex } : { okay: false, ...answer },
      )
    })
    this.#serveBlocks(app)
    return app
  }

  #serveBlocks(app: Hono): void {
    app.get('/v2/contracts/source/:address/:name', (c) => {
      const { address, name } = c.req.param()
      const publish_height = this.published.get(`${address}.${name}`)
      if (publish_height === undefined) return c.text('No contract source data found', 404)
      return c.json({ source: '', publish_height })
    })
    app.get('/v3/blocks/height/:height', (c) => {
      const block = this.blocks.find(({ height }) => height === Number(c.req.param('height')))
      if (block === undefined || block.old !== undefined) return c.text('No such block', 404)
      return c.body(new Uint8Array(block.bytes))
    })
    app.get('/v3/tenures/:id{[0-9a-f]{64}}', (c) => {
      const tenure = this.#tenureOf(c.req.param('id'), c.req.query('stop'))
      if (tenure.length === 0) return c.text('No such block', 404)
      return c.body(new Uint8Array(Buffer.concat(tenure.map(({ bytes }) => bytes))))
    })
    app.get('/v2/headers/:count', (c) => {
      const tip = this.#old(c.req.query('tip'))
      if (tip === undefined) return c.text('No such block', 404)
      const below = this.blocks.filter(({ height }) => height <= tip.height).reverse()
      return c.json(below.slice(0, this.headersAtOnce).map(headerOf))
    })
    app.get('/v2/blocks/:id', (c) => {
      const block = this.#old(c.req.param('id'))
      return block ? c.body(new Uint8Array(block.bytes)) : c.text('No such block', 404)
    })
    app.get('/v2/microblocks/confirmed/:id', (c) => {
      const stream = this.#old(c.req.param('id'))?.old?.microblocks
      return stream ? c.body(new Uint8Array(stream)) : c.text('No such block', 404)
    })
  }

  /** A block and those before it, back to the first one of its tenure or the one after `stop`. */
  #tenureOf(id: string, stop: string | undefined): ServedBlock[] {
    const all = new Map(
      [...this.#empty, ...this.leftBlocks, ...this.blocks].map((block) => [block.id, block]),
    )
    const tenure: ServedBlock[] = []
    let block = all.get(id)
    while (block !== undefined && block.old === undefined) {
      tenure.push(block)
      const parent = all.get(block.parentId)
      block = parent?.tenure === block.tenure && parent.id !== stop ? parent : undefined
    }
    return tenure
  }

  #old(id: string | undefined): ServedBlock | undefined {
    return this.blocks.find((block) => block.id === id && block.old !== undefined)
  }

  #find({ address, name }: { address: string; name: string }): SimulatedContract | undefined {
    return this.contracts.get(`${address}.${name}`)
  }
}

function headerOf({ old, parentId }: ServedBlock) {
  const { header, consensusHash } = old ?? {}
  return { header, consensus_hash: consensusHash, parent_block_id: parentId }
}
