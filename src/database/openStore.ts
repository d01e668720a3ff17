import type { Engine, Role, Store, StoreLimits } from './database.ts'
import { postgres } from './postgres.ts'
import { sqlite } from './sqlite.ts'

/** Where the data of a reader are. It can be sent to a thread. */
export type StoreSettings = { address: string; limits: StoreLimits }

const NO_LIMITS: StoreLimits = { connections: 4, timeoutMs: 0 }

/**
 * Opens a database, or creates it.
 * @param address `file:` and a path for SQLite; an address that begins with `postgres:` or `postgresql:`
 * @throws {DatabaseError} if that is impossible.
 */
export function openStore(address: string, role: Role, limits = NO_LIMITS): Store {
  return engineOf(address).open(address, role, limits)
}

/** How many queries can run at the same time in a store for readers. */
export function concurrencyOf({ address, limits }: StoreSettings): number {
  return engineOf(address).concurrency(limits)
}

function engineOf(address: string): Engine {
  return address.startsWith('file:') ? sqlite : postgres
}
