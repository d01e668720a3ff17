import type { Store } from './database.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import { openSqlite, type SqliteOptions } from './sqlite.ts'

/** Where a database is, and how to connect to it. It can be sent to a thread. */
export type DatabasePlace = ({ file: string } & SqliteOptions) | ({ url: string } & PostgresOptions)

/** @throws {DatabaseError} */
export function openDatabase(place: DatabasePlace): Store {
  return 'file' in place ? openSqlite(place.file, place) : openPostgres(place.url, place)
}
