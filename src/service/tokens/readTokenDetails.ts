import {
  type Database,
  numberOf,
  optionalNumberOf,
  optionalTextOf,
  type Row,
} from '../../database/database.ts'
import { HttpProblem } from '../http/httpProblem.ts'

/** @throws {HttpProblem} 404 if the contract is unknown. */
export async function readTokenDetails({ query }: Database, principal: string) {
  const [row] = await query(
    `SELECT t.principal, d.tx_id, d.block_height, d.block_id, d.deployed_at
       FROM tokens t LEFT JOIN deployments d ON d.principal = t.principal
      WHERE t.principal = $1`,
    [principal],
  )
  if (row === undefined) throw new HttpProblem('contract-not-found')
  return { deployment: deploymentOf(row) }
}

function deploymentOf(row: Row) {
  if (optionalNumberOf(row, 'block_height') === undefined) return
  return {
    tx_id: optionalTextOf(row, 'tx_id'),
    block_height: numberOf(row, 'block_height'),
    block_id: optionalTextOf(row, 'block_id'),
    timestamp: optionalNumberOf(row, 'deployed_at'),
  }
}
