// A program that serves the Clarity VM of a node over HTTP: node --import tsx serveVm.ts. It prints its address. Apart
// from the tests, because the package changes `BigInt.prototype`.
import { getSDK } from '@stacks/clarinet-sdk'
import { Cl, type ClarityValue } from '@stacks/transactions'
import { Hono } from 'hono'
import { serveOnLoopback } from '../../../src/demo/serveOnLoopback.ts'

const vm = await getSDK()
await vm.initEmptySession({ enabled: false })
vm.setEpoch('3.0')
const SENDER = 'SP2C2YFP12AJZB4MABJBAJ55XECVS7E4PMMZ89YZR'
vm.mintSTX(SENDER, 10n ** 15n)

const app = new Hono()
  .post('/deploy/:name', async (c) => {
    const [name, code] = [c.req.param('name'), await c.req.text()]
    return c.json(
      attempt(() => vm.deployContract(name, code, { clarityVersion: 3 }, SENDER).result),
    )
  })
  .post('/transaction/:name/:function', (c) => {
    const { name, function: called } = c.req.param()
    return c.json(attempt(() => vm.callPublicFn(`${SENDER}.${name}`, called, [], SENDER).result))
  })
  .get('/v2/contracts/interface/:address/:name', (c) => {
    const { address, name } = c.req.param()
    const found = vm.getContractsInterfaces().get(`${address}.${name}`)
    return found === undefined ? c.text('No contract interface data found', 404) : c.json(found)
  })
  .post('/v2/contracts/call-read/:address/:name/:function', (c) => {
    const { address, name, function: called } = c.req.param()
    const contract = `${address}.${name}`
    const isPublic = vm
      .getContractsInterfaces()
      .get(contract)
      ?.functions.some((one) => one.name === called && one.access === 'public')
    // The VM executes public functions too; this package does so with another method.
    const call = isPublic ? vm.callPublicFn : vm.callReadOnlyFn
    return c.json(attempt(() => call(contract, called, [], SENDER).result))
  })
const { url } = await serveOnLoopback(app.fetch)
console.log(url)

function attempt(work: () => ClarityValue) {
  try {
    return { okay: true, result: `0x${Cl.serialize(work())}` }
  } catch (error) {
    return { okay: false, cause: String(error) }
  }
}
