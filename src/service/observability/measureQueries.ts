import { type Database, DatabaseUnavailable, type Query } from '../../database/database.ts'

/** The same database, with its queries timed. */
export function measureQueries(
  database: Database,
  observe: (outcome: string, seconds: number) => void,
): Database {
  const measure =
    (query: Query): Query =>
    async (sql, parameters) => {
      const began = performance.now()
      let outcome = 'failed'
      try {
        const rows = await query(sql, parameters)
        outcome = 'succeeded'
        return rows
      } catch (error) {
        if (error instanceof DatabaseUnavailable) outcome = 'unavailable'
        throw error
      } finally {
        observe(outcome, (performance.now() - began) / 1000)
      }
    }
  return {
    ...database,
    query: measure(database.query),
    readTransaction: (work) => database.readTransaction((query) => work(measure(query))),
  }
}
