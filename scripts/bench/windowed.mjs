// A page of a block as servers answer it that count by a window, sort all of the block and skip to the
// page: the same engine, tables and driver as ours, and nothing else. Its parent names the database.
import { createServer } from 'node:http'
import { runnerImport } from 'vite'

const { module: open } = await runnerImport('./src/service/database/open.ts')
const database = open.openDatabase(process.argv[2], { connections: 4, timeout: 0 })

const server = createServer(async (request, response) => {
  const { searchParams } = new URL(request.url, 'http://localhost')
  const by = searchParams.has('hash') ? 'hash' : 'height'
  const offset = Number(searchParams.get('offset'))
  const rows = await database.query(PAGE[by], [searchParams.get(by), offset])
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify({ limit: 20, offset, total: rows[0]?.total, results: rows }))
})
server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`))

const pageWhere = (condition) => `
  SELECT l.rune_id, CAST(r.number AS TEXT) AS number, r.name, r.spaced_name,
         CAST(r.divisibility AS TEXT) AS divisibility, l.address, l.receiver_address,
         CAST(l.amount AS TEXT) AS amount, CAST(l.operation AS TEXT) AS operation, l.block_hash,
         CAST(l.block_height AS TEXT) AS block_height, l.tx_id, CAST(l.tx_index AS TEXT) AS tx_index,
         CAST(l.output AS TEXT) AS vout, CAST(l.timestamp AS TEXT) AS timestamp,
         CAST(count(*) OVER () AS TEXT) AS total
    FROM ledger l JOIN runes r ON r.id = l.rune_id
   WHERE ${condition}
   ORDER BY l.block_height DESC, l.tx_index DESC, l.event_index DESC
   LIMIT 20 OFFSET $2`
const PAGE = {
  height: pageWhere('l.block_height = CAST($1 AS NUMERIC)'),
  hash: pageWhere('l.block_hash = $1'),
}
