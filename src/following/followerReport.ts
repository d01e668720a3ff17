import { unixSeconds } from '../bitcoin/unixSeconds.ts'
import type { Follower, FollowerStatus } from '../contract/schemas/follower.ts'
import type { Part, Store } from '../database/database.ts'

type Options = {
  part: Part
  /**
   * Others read the status there. With SQLite it has a connection of its own, which does not wait for the one that
   * writes blocks.
   */
  store: Pick<Store, 'query'>
  /** Tells this process; undefined: another program follows. */
  tell: (status: FollowerStatus | undefined) => void
}

const HEARTBEAT_MS = 5000
/** How soon it is written again if the database was busy. */
const RETRY_MS = 1000

/** Says what the follower does: to this process, and in `meta` to others, at each change and every five seconds. */
export class FollowerReport {
  readonly #options: Options
  readonly #timer = setInterval(() => this.#tick(), RETRY_MS)
  #follower: Follower | undefined = { state: 'waiting', reason: 'starting' }
  #nodeHeight: number | undefined
  #toldAt = performance.now()
  #isWritten = false
  /** Whether this follower has the lock. */
  #isOwner = false
  #writing: Promise<void> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** Undefined if another program follows. */
  show(follower: Follower | undefined): void {
    if (isSame(follower, this.#follower)) return
    this.#follower = follower
    this.#report()
  }

  /** The newest block of the node. */
  setNodeHeight(height: number): void {
    if (height === this.#nodeHeight) return
    this.#nodeHeight = height
    this.#report()
  }

  /** From now on the status is that of this follower. */
  own(): void {
    this.#isOwner = true
    this.#report()
  }

  /** Resolves when what was shown last is written, if it can be. */
  async disown(): Promise<void> {
    await this.#writing
    await this.#write()
    this.#isOwner = false
  }

  end(): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    if (performance.now() - this.#toldAt >= HEARTBEAT_MS) this.#report()
    else if (!this.#isWritten) void this.#write()
  }

  #report(): void {
    this.#toldAt = performance.now()
    this.#isWritten = false
    this.#options.tell(this.#status())
    void this.#write()
  }

  #status(): FollowerStatus | undefined {
    return (
      this.#follower && {
        ...this.#follower,
        ...(this.#nodeHeight !== undefined && { node_height: this.#nodeHeight }),
        heartbeat: unixSeconds(),
      }
    )
  }

  async #write(): Promise<void> {
    if (this.#writing !== undefined) return
    this.#writing = this.#writeNewest()
    await this.#writing
    this.#writing = undefined
  }

  /** What cannot be written now is written a second later. */
  async #writeNewest(): Promise<void> {
    while (!this.#isWritten) {
      const status = this.#status()
      if (!this.#isOwner || status === undefined) return
      this.#isWritten = true
      try {
        const { part, store } = this.#options
        await store.query(WRITE, [part, JSON.stringify(status)])
      } catch {
        this.#isWritten = false
        return
      }
    }
  }
}

/** Writes nothing if there is no index yet. */
const WRITE = `
  INSERT INTO meta (part, name, value)
  SELECT CAST($1 AS TEXT), 'follower', CAST($2 AS TEXT)
   WHERE EXISTS (SELECT 1 FROM meta WHERE part = $1 AND name = 'version')
  ON CONFLICT (part, name) DO UPDATE SET value = excluded.value`

function isSame(one: Follower | undefined, other: Follower | undefined): boolean {
  return (
    one?.state === other?.state &&
    one?.reason === other?.reason &&
    one?.block_height === other?.block_height
  )
}
