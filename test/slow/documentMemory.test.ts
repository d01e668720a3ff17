import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { nodeWith } from '../support/stacks/simulatedStacksNode.ts'
import { vmAnswers } from '../support/stacks/vmAnswers.ts'
import { databaseWith } from '../support/tokens/databases.ts'
import { pointTo } from '../support/tokens/followDocuments.ts'
import type { FollowingProcess } from '../support/tokens/followInProcess.ts'
import { startHosts } from '../support/tokens/startHosts.ts'

/** That of the thread of the follower. */
const MAX_HEAP_MEGABYTES = 96
const BYTES = 990_000

/** Each has nearly 1 MB, and asks for the most memory that JSON of this length can, or is larger once unpacked. */
const BOMBS: Record<string, Buffer> = {
  values: jsonOf(`"a":[${'1,'.repeat(BYTES / 2)}1]`),
  arrays: jsonOf(`"a":[${'[],'.repeat(BYTES / 3)}[]]`),
  objects: jsonOf(`"a":[${'{},'.repeat(BYTES / 3)}{}]`),
  keys: jsonOf(
    `"a":{${Array.from({ length: BYTES / 10 }, (_, at) => `"${at.toString(36)}":1`)}}`.slice(0, -1),
  ),
  nested: jsonOf(`"a":${'['.repeat(BYTES)}`),
  numbers: jsonOf(`"a":${'9'.repeat(BYTES)}`),
  properties: jsonOf(`"properties":{"a":[${'1,'.repeat(BYTES / 2)}1]}`),
  text: jsonOf(`"description":"${'\\u0041'.repeat(BYTES / 6)}"`),
}
const ZEROS = gzipSync(Buffer.alloc(200_000_000))

function jsonOf(members: string): Buffer {
  return Buffer.from(`{"name":"Bomb",${members}}`)
}

test('no document stops the follower, or needs more memory than its thread has', async () => {
  const names = [...Object.keys(BOMBS), 'gzip']
  const principals = vmAnswers()
    .filter((contract) => contract.is_sip010)
    .slice(0, 4 * names.length)
    .map(({ principal }) => principal)
  const hosts = await startHosts(({ url }, response) => {
    const name = names[Number(url?.slice(1)) % names.length] ?? ''
    if (name === 'gzip') response.writeHead(200, { 'content-encoding': 'gzip' }).end(ZEROS)
    else response.end(BOMBS[name])
  })
  const node = nodeWith(principals)
  for (const [at, principal] of principals.entries()) pointTo(node, principal, hosts.url(`/${at}`))
  const { settings, store } = await databaseWith()
  const file = join('DATA_DIR' in settings ? settings.DATA_DIR : '', 'tokens-bundled.db')
  const options: FollowingProcess = {
    file,
    url: await node.serve(),
    candidates: principals,
    network: hosts.network,
  }
  const script = resolve('test/support/tokens/followInProcess.ts')
  const limit = `--max-old-space-size=${MAX_HEAP_MEGABYTES}`
  const child = spawn(process.execPath, [limit, '--import', 'tsx', script, JSON.stringify(options)])
  const ended = once(child, 'exit').then(([code, signal]) => `it ended: ${code ?? signal}`)
  onTestFinished(() => void child.kill('SIGKILL'))
  const tried = 'SELECT 1 AS one FROM token_documents WHERE read_at IS NOT NULL OR failures > 0'
  const read = expect
    .poll(() => store.query(tried), { timeout: 400_000, interval: 500 })
    .toHaveLength(principals.length)
  expect(await Promise.race([read.then(() => 'all are tried'), ended])).toBe('all are tried')
})
