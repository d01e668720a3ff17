import { beforeAll, describe, onTestFinished, test } from 'vitest'
import type { Store } from '../../../src/database/database.ts'
import { openStore } from '../../../src/database/openStore.ts'
import { type Postgres, startPostgres } from '../../../tools/startPostgres.ts'
import { openTemporary } from '../indexFollower.ts'
import { runStatement } from '../tokens/runStatement.ts'
import type { Shape } from './shape.ts'
import { testShape } from './testShape.ts'

/** Tests hostile blocks of these shapes, at a part of their size, on both engines. */
export function testShapes(shapes: Shape[], scale: number): void {
  const timeout = 300_000

  describe('On SQLite, the index agrees with the model about', { timeout }, () => {
    test.each(shapes)('$name', (shape) => testShape(shape, scale, openTemporary()))
  })

  describe('On PostgreSQL, the index agrees with the model about', { timeout }, () => {
    let postgres: Postgres
    beforeAll(async () => {
      postgres = await startPostgres()
      return postgres.stop
    }, 120_000)

    test.each(shapes)('$name', async (shape) => {
      await testShape(shape, scale, await openDatabase(postgres))
    })
  })
}

/** A database of the test's own. */
async function openDatabase({ url }: Postgres): Promise<Store> {
  const name = `hostile_${crypto.randomUUID().replaceAll('-', '')}`
  await runStatement(url('postgres'), `CREATE DATABASE ${name}`)
  const store = openStore(url(name), 'import')
  onTestFinished(() => store.close())
  return store
}
