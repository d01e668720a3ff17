// `npm run candidates -- file:DATA_DIR/tokens-node.db` writes the contracts that the next release begins with, from
// the tokens of a Cairn that has followed a Stacks node of mainnet. A DATABASE_URL does as well.
import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { optionalTextOf, type Row, type Store, textOf } from '../src/database/database.ts'
import { readMeta } from '../src/database/meta.ts'
import { openStore } from '../src/database/openStore.ts'
import { CANDIDATES_FILE } from '../src/tokenFollower/candidates.ts'
import { REVERSIBLE_BLOCKS } from '../src/tokenFollower/readContract.ts'

/**
 * What blocks deploy and the node does not know has failed; what is no token never becomes one. What was not read yet, or
 * could not be, may be one.
 */
const CONTRACTS = `
  SELECT c.principal, CAST(d.block_height AS TEXT) AS height, d.tx_id
    FROM contracts c LEFT JOIN deployments d ON d.principal = c.principal
    LEFT JOIN token_tasks t ON t.principal = c.principal AND t.kind = 'facts'
   WHERE (c.state = 'token'
          OR c.state = 'candidate' AND (c.found_height IS NULL OR t.read_at IS NULL OR t.failures > 0))
     AND coalesce(d.block_height, c.found_height, 0) <= $1
   ORDER BY c.principal`

const [address, file = CANDIDATES_FILE] = process.argv.slice(2)
if (address === undefined) throw new Error('Usage: npm run candidates -- file:PATH or postgres://…')
const store = openStore(address, 'status')
try {
  const lines = await readLines(store)
  writeFileSync(file, gzipSync(`${lines.join('\n')}\n`, { level: 9 }))
  console.log(`${file} has ${lines.length.toLocaleString('en')} contracts.`)
} finally {
  await store.close()
}

/** Without what Bitcoin may still take back. */
async function readLines({ hasTable, query }: Store): Promise<string[]> {
  const meta = await readMeta({ hasTable, query }, 'tokens')
  const height = Number(meta?.get('tip')?.split(' ')[0])
  if (meta?.get('network') !== 'mainnet' || Number.isNaN(height)) {
    throw new Error('These are not the tokens of a Stacks node of mainnet.')
  }
  if (meta.has('walk')) throw new Error('Its follower has not read all older blocks yet.')
  const rows = await query(CONTRACTS, [height - REVERSIBLE_BLOCKS])
  return rows.map(lineOf)
}

function lineOf(row: Row): string {
  const [principal, txId] = [textOf(row, 'principal'), optionalTextOf(row, 'tx_id')]
  return txId === undefined ? principal : `${principal} ${textOf(row, 'height')} ${txId}`
}
