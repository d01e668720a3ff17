import pg from 'pg'

/** Runs statements on a PostgreSQL server, outside of any test's connections. */
export async function runStatement(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
