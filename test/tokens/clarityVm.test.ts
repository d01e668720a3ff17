import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { beforeAll, expect, test } from 'vitest'
import { blockAfter } from '../../src/demo/stacksBlocks.ts'
import { followChain, mine } from '../support/stacks/followChain.ts'
import { TestStacksNode } from '../support/stacks/simulatedStacksNode.ts'
import { callOf, deploymentOf } from '../support/stacks/stacksTransactions.ts'
import { getJson } from '../support/startService.ts'
import { eventually } from '../support/tokens/followDocuments.ts'
import { startTokens } from '../support/tokens/startTokens.ts'

const DEPLOYER = 'SP2C2YFP12AJZB4MABJBAJ55XECVS7E4PMMZ89YZR'

const GETTERS = {
  'get-name': '(ok "Plain")',
  'get-symbol': '(ok "PLN")',
  'get-decimals': '(ok u6)',
  'get-total-supply': '(ok (ft-get-supply coin))',
  'get-token-uri': '(ok none)',
}
const [READ_ONLY, PUBLIC] = ['read-only', 'public']

/** The code of a token, with other answers than those of the plain one. */
function codeWith(answers: Partial<typeof GETTERS> = {}, access = READ_ONLY, more = ''): string {
  const getters = Object.entries({ ...GETTERS, ...answers })
  return `(define-fungible-token coin)
    (define-public (transfer (amount uint) (from principal) (to principal) (memo (optional (buff 34))))
      (ft-transfer? coin amount from to))
    (define-read-only (get-balance (who principal)) (ok (ft-get-balance coin who)))
    ${getters.map(([name, value]) => `(define-${access} (${name}) ${value})`).join('\n')}
    ${more}`
}

const MINT = '(define-public (mint) (ft-mint? coin u1250 tx-sender))'
const PLAIN = { name: 'Plain', symbol: 'PLN', decimals: 6, total_supply: '0' }

/** Contracts, and what is to be served of each; undefined if it is no token. */
const CONTRACTS: Record<string, { code: string; served: object | undefined }> = {
  growing: { code: codeWith({}, READ_ONLY, MINT), served: PLAIN },
  'public-functions': { code: codeWith({}, PUBLIC), served: PLAIN },
  'bare-values': {
    code: codeWith({ 'get-name': '"Bare"', 'get-decimals': 'u0', 'get-total-supply': 'u7' }),
    served: { ...PLAIN, name: 'Bare', decimals: 0, total_supply: '7' },
  },
  'wrapped-values': {
    code: codeWith({
      'get-name': '(ok (some (some u"Wr\\u{e4}pped")))',
      'get-symbol': '(some "W")',
    }),
    served: { ...PLAIN, name: 'Wräpped', symbol: 'W' },
  },
  'large-values': {
    code: codeWith({
      'get-total-supply': '(ok u340282366920938463463374607431768211455)',
      'get-decimals': '(ok u100000)',
      'get-token-uri': '(ok (some u"ipfs://QmAb/{id}.json"))',
    }),
    served: {
      ...PLAIN,
      decimals: 100_000,
      total_supply: '340282366920938463463374607431768211455',
      token_uri: 'ipfs://QmAb/1.json',
    },
  },
  'supply-error': {
    code: codeWith({ 'get-total-supply': '(if true (err u1) (ok u1))' }),
    served: { ...PLAIN, total_supply: undefined },
  },
  'name-error': {
    code: codeWith({ 'get-name': '(if true (err u1) (ok "Never"))' }),
    served: { ...PLAIN, name: undefined },
  },
  'failing-call': {
    code: codeWith({ 'get-decimals': '(ok (/ u1 u0))' }),
    served: { ...PLAIN, decimals: undefined },
  },
  'other-types': {
    code: codeWith({ 'get-symbol': '(ok 0x00)', 'get-decimals': '(ok 6)' }),
    served: { ...PLAIN, symbol: undefined, decimals: undefined },
  },
  'two-assets': {
    code: codeWith({}, READ_ONLY, '(define-fungible-token another)'),
    served: { ...PLAIN, asset_identifier: `${DEPLOYER}.two-assets::another` },
  },
  'no-token': { code: '(define-fungible-token coin)', served: undefined },
  aborted: { code: codeWith({}, READ_ONLY, '(begin (/ u1 u0))'), served: undefined },
}

let vm = ''

beforeAll(async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/support/stacks/serveVm.ts'])
  const [line] = await once(child.stdout, 'data')
  vm = String(line).trim()
  return () => child.kill()
})

/** A node whose contracts are those of the VM. */
function nodeOfVm(): TestStacksNode {
  const node = new TestStacksNode()
  node.intercept = (path, { method }) =>
    /^\/v2\/contracts\/(interface|call-read)\//.test(path)
      ? fetch(vm + path, { method })
      : undefined
  node.blocks = [blockAfter(undefined, { height: 4_620_776 })]
  mine(node)
  return node
}

async function execute(path: string, body = ''): Promise<{ okay: boolean }> {
  return (await fetch(vm + path, { method: 'POST', body })).json()
}

test('what the Clarity VM answers for contracts of every kind is read and served, and a supply that a transaction changes', async () => {
  const node = nodeOfVm()
  const { store, followed } = await followChain(node)
  const deployments: Record<string, boolean> = {}
  for (const [name, { code }] of Object.entries(CONTRACTS)) {
    deployments[name] = (await execute(`/deploy/${name}`, code)).okay
    mine(node, [deploymentOf(`${DEPLOYER}.${name}`, code)])
  }
  expect(Object.keys(deployments).filter((name) => !deployments[name])).toEqual(['aborted'])
  await followed()
  const origin = await startTokens(store)
  const read = (name: string) => getJson(`${origin}/metadata/v1/ft/${DEPLOYER}.${name}`)
  for (const [name, { served }] of Object.entries(CONTRACTS)) {
    const { status, body } = await read(name)
    expect([name, status]).toEqual([name, served === undefined ? 404 : 200])
    if (served !== undefined) expect([name, pick(body, served)]).toEqual([name, served])
  }

  await store.query('UPDATE token_tasks SET read_at = read_at - 60, due_at = due_at - 60')
  expect((await execute('/transaction/growing/mint')).okay).toBe(true)
  mine(node, [callOf(`${DEPLOYER}.growing`)])
  await eventually(async () =>
    expect((await read('growing')).body).toMatchObject({ total_supply: '1250' }),
  )
})

function pick(body: Record<string, unknown>, like: object): object {
  return Object.fromEntries(Object.keys(like).map((key) => [key, body[key]]))
}
