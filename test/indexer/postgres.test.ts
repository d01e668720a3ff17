import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Store } from '../../src/database/database.ts'
import { readMeta } from '../../src/database/meta.ts'
import { openStore } from '../../src/database/openStore.ts'
import { type Postgres, startPostgres } from '../../tools/startPostgres.ts'
import {
  createDemoNode,
  createShortChain,
  indexAfresh,
  openDemoIndex,
  replaceBlocks,
  serve,
  startFollowing,
} from '../support/indexFollower.ts'
import { readIndexTables } from '../support/indexTables.ts'

const OPTIONS = { connections: 2, timeoutMs: 0 }

describe('On PostgreSQL, the follower', { timeout: 300_000 }, () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres()
    return postgres.stop
  }, 120_000)

  test.each([
    ['', 2000],
    [' without indexes in the first pass', 10],
  ])('writes the same tables as on SQLite%s', async (_, firstPassBlocks) => {
    const node = createDemoNode()
    const { url } = await serve(node)
    const { store } = await createDatabase(postgres)
    const limits = { firstPassBlocks, maxPendingRows: 10_000 }
    const following = startFollowing({ node, url, store, limits })
    await following.untilTip()
    await following.stop()
    const { tables } = await openDemoIndex()
    expect(await readIndexTables(store)).toEqual(tables)
    expect((await readMeta(store, 'runes'))?.get('indexes')).toBe('complete')
  })

  test('keeps its connection after an error that is not of the database', async () => {
    const { store } = await createDatabase(postgres)
    const backend = () => store.query('SELECT pg_backend_pid() AS id')
    const before = await backend()
    await expect(
      store.readTransaction(async (query) => {
        await query('SELECT 1')
        throw new RangeError('not found')
      }),
    ).rejects.toThrow(RangeError)
    expect(await backend()).toEqual(before)
  })

  test('replaces blocks at a reorganisation, with the same tables as on SQLite', async () => {
    const node = createShortChain()
    const { url } = await serve(node)
    const { store } = await createDatabase(postgres)
    const following = startFollowing({ node, url, store })
    await following.untilTip()
    for (const depth of [1, 20, 5]) {
      replaceBlocks(node, depth)
      await following.untilTip()
    }
    await following.stop()
    expect(await readIndexTables(store)).toEqual(await indexAfresh(node, url))
  })

  test('waits until another follower of the same index has ended', async () => {
    const node = createShortChain()
    const { url } = await serve(node)
    const { store, open } = await createDatabase(postgres)
    const first = startFollowing({ node, url, store })
    await first.untilTip()
    const second = startFollowing({ node, url, store: open() })
    expect((await second.next('waiting')).sentence).toMatch(
      'Another program is writing to this database.',
    )
    await first.stop()
    await second.untilTip()
  })

  test('goes on when its connections have broken', async () => {
    const node = createShortChain()
    const { url } = await serve(node)
    const { store, breakConnections } = await createDatabase(postgres)
    const following = startFollowing({ node, url, store })
    await following.untilTip()
    await breakConnections()
    replaceBlocks(node, 3)
    await following.untilTip()
    await following.stop()
    expect(await readIndexTables(store)).toEqual(await indexAfresh(node, url))
  })

  test('waits if another one has taken its lock, which was lost, and writes', async () => {
    const node = createShortChain()
    const { url } = await serve(node)
    const { store, open, breakConnections } = await createDatabase(postgres)
    const first = startFollowing({ node, url, store })
    await first.untilTip()
    await breakConnections()
    const second = startFollowing({ node, url, store: open() })
    await second.untilTip()
    node.mine()
    const { sentence } = await Promise.race([first, second].map((it) => it.next('waiting')))
    expect(sentence).toMatch(/^Another program (wrote to the index|is writing to this database)/)
    await Promise.any([first.untilTip(), second.untilTip()])
    await Promise.all([first.stop(), second.stop()])
    expect(await readIndexTables(store)).toEqual(await indexAfresh(node, url))
  })

  test('ignores outputs with an index that no transaction has', async () => {
    const node = createShortChain()
    const { url } = await serve(node)
    const { store } = await createDatabase(postgres)
    const following = startFollowing({ node, url, store })
    await following.untilTip()
    const [, txid = ''] = node.tip.txids
    node.mine([{ inputs: [{ txid, vout: 0xffff_ffff }], outputs: [] }])
    await following.untilTip()
  })
})

/** A database of the test's own. */
async function createDatabase(postgres: Postgres) {
  const name = `test_${crypto.randomUUID().replaceAll('-', '_')}`
  await run(postgres.url('postgres'), `CREATE DATABASE ${name}`)
  const url = postgres.url(name)
  const open = (): Store => {
    const store = openStore(url, 'reader', OPTIONS)
    onTestFinished(() => store.close())
    return store
  }
  return { store: open(), open, breakConnections: () => run(url, TERMINATE_OTHERS) }
}

const TERMINATE_OTHERS = `
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
 WHERE datname = current_database() AND pid <> pg_backend_pid()`

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement)
  await client.end()
}
