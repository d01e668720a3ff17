import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOf } from '../../src/database/database.ts'
import { readMeta } from '../../src/database/meta.ts'
import {
  createFingerprintFinder,
  createKeyedHash,
  FingerprintTable,
} from '../../src/indexer/fingerprints.ts'
import { openIndex } from '../../src/indexer/openIndex.ts'
import {
  createDemoNode,
  createShortChain,
  indexAfresh,
  indexBlocks,
  newFile,
  openDemoIndex,
  openTemporary,
  serve,
  startFollowing,
} from '../support/indexFollower.ts'
import { readIndexTables } from '../support/indexTables.ts'

/** Many small transactions, and no indexes before the end. */
const LIMITS = { firstPassBlocks: 10, maxPendingRows: 2000, progressMs: 1 }

describe('The first pass', { timeout: 180_000 }, () => {
  test('gives the same tables without indexes, which it creates at its end', async () => {
    const node = createDemoNode()
    const { url } = await serve(node)
    const store = openTemporary()
    const following = startFollowing({ node, url, store, limits: LIMITS })
    await following.next('progress')
    expect((await readMeta(store, 'runes'))?.get('indexes')).toBe('missing')
    await following.untilTip()
    await following.stop()
    const { tables } = await openDemoIndex()
    expect(await readIndexTables(store)).toEqual(tables)
    expect((await readMeta(store, 'runes'))?.get('indexes')).toBe('complete')
    expect(following.events.filter(({ kind }) => kind === 'preparing')).toEqual([
      { kind: 'preparing', step: 'indexes' },
    ])
    expect(following.events.at(-1)?.kind).toBe('tip')
  })

  test('goes on where it was stopped', async () => {
    const node = createDemoNode()
    const { url } = await serve(node)
    const store = openTemporary()
    for (const height of [40, 70, 100]) {
      const following = startFollowing({
        node,
        url,
        store,
        limits: LIMITS,
        onEvent(event) {
          if (event.kind === 'progress' && event.height > height) void following.stop()
        },
      })
      await following.ended
    }
    const last = startFollowing({ node, url, store, limits: LIMITS })
    expect(await last.next('preparing')).toEqual({ kind: 'preparing', step: 'keys' })
    await last.untilTip()
    await last.stop()
    const { tables } = await openDemoIndex()
    expect(await readIndexTables(store)).toEqual(tables)
  })

  test('leaves whole blocks when it is killed', async () => {
    const node = createDemoNode()
    const { url } = await serve(node)
    const file = newFile()
    const script = resolve('test/support/indexUntilKilled.ts')
    const child = spawn(process.execPath, ['--import', 'tsx', script, file, url, '100'])
    const [line] = await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const store = openTemporary(file)
    const [row] = await store.query('SELECT max(height) AS height FROM blocks')
    const height = row === undefined ? 0 : numberOf(row, 'height')
    console.log(`Killed at block ${String(line).trim()}, and block ${height} was written.`)
    node.invalidate(height + 1)
    // What undoes blocks depends on how far the node was.
    const { undo: _, ...tables } = await readIndexTables(store)
    expect(await indexAfresh(node, url)).toMatchObject(tables)
  })

  test('is right although many keys have the same fingerprint', async () => {
    const node = createShortChain()
    const store = openTemporary()
    const state = await openIndex(store, { network: 'regtest', firstHeight: 0 })
    state.finder = createFingerprintFinder((key) => key.charCodeAt(key.length - 1) % 3)
    await indexBlocks(state, node, async () => state.write())
    const { undo: _, ...tables } = await readIndexTables(store)
    const { url } = await serve(node)
    expect(await indexAfresh(node, url)).toMatchObject(tables)
  })
})

describe('A table of fingerprints', () => {
  const Change = fc.record({
    isRemoval: fc.boolean(),
    // Few of them, at the beginning, in the middle and at the end of the table.
    fingerprint: fc.constantFrom(0, 1, 2 ** 31, 2 ** 31 + 1, 2 ** 32 - 2, 2 ** 32 - 1),
    id: fc.nat(5),
  })

  test('finds what was added and not removed', () => {
    fc.assert(
      fc.property(fc.array(Change, { maxLength: 300 }), (changes) => {
        const table = new FingerprintTable()
        const expected: { fingerprint: number; id: number }[] = []
        for (const { isRemoval, fingerprint, id } of changes) {
          const isSame = (it: { fingerprint: number; id: number }) =>
            it.fingerprint === fingerprint && it.id === id
          const at = expected.findIndex(isSame)
          if (isRemoval) table.remove(fingerprint, id)
          else table.add(fingerprint, id)
          if (!isRemoval) expected.push({ fingerprint, id })
          else if (at !== -1) expected.splice(at, 1)
        }
        expect(table.size).toBe(expected.length)
        for (const { fingerprint } of changes) {
          const ids = expected.filter((it) => it.fingerprint === fingerprint).map(({ id }) => id)
          expect([...table.find(fingerprint)].sort()).toEqual(ids.sort())
        }
      }),
    )
  })

  test('grows', () => {
    const table = new FingerprintTable()
    const fingerprintOf = (id: number) => Math.imul(id, 0x9e37_79b1) >>> 0
    for (let id = 0; id < 100_000; id++) table.add(fingerprintOf(id), id)
    for (let id = 0; id < 100_000; id += 2) table.remove(fingerprintOf(id), id)
    expect(table.size).toBe(50_000)
    expect(table.bytes / 100_000).toBeLessThan(16)
    for (let id = 0; id < 1000; id++) {
      expect(table.find(fingerprintOf(id))).toEqual(id % 2 === 0 ? [] : [id])
    }
  })

  test('hashes keys with HalfSipHash-2-4', () => {
    const bytes = Buffer.from([0, 1, 2, 3, 4, 5, 6, 7])
    const hash = createKeyedHash(bytes)
    const hashes = Array.from({ length: 8 }, (_, length) => {
      const result = Buffer.alloc(4)
      result.writeUInt32LE(hash(bytes.toString('latin1', 0, length)))
      return result.toString('hex')
    })
    // The test vectors of its authors.
    expect(hashes.join(' ')).toBe(
      'a9359f5b 27475ab8 fa62a603 8afee704 2a6e4689 c5fab669 5863fc23 8bcf63c5',
    )
  })
})
