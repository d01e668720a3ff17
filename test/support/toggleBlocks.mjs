// Reorganises a chain until it is killed: alternately replaces the rows of a height with those of the
// tables `version_0` and `version_1`. Runs in a separate process, as an indexer does.
import { setTimeout } from 'node:timers/promises'
import Libsql from 'libsql'
import pg from 'pg'

const [url, height] = process.argv.slice(2)
const run = url.startsWith('file:') ? openSqlite() : await openPostgres()
console.log('ready')
for (let count = 0; ; count++) {
  await run('BEGIN')
  await run(`DELETE FROM ledger WHERE block_height = ${Number(height)}`)
  await run(`INSERT INTO ledger SELECT * FROM version_${count % 2}`)
  await run('COMMIT')
  await setTimeout(count % 7)
}

function openSqlite() {
  const connection = new Libsql(url.slice('file:'.length))
  connection.exec('PRAGMA busy_timeout = 20000')
  return (sql) => connection.exec(sql)
}

async function openPostgres() {
  const client = new pg.Client(url)
  await client.connect()
  return (sql) => client.query(sql)
}
