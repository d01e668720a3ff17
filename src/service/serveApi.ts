import type { Hono } from 'hono'
import { DIRECTORY_PATHS } from '../contract/directory.ts'
import { PATHS } from '../contract/paths.ts'
import type { HexPrefix } from './activityWire.ts'
import type { Databases } from './database/database.ts'
import {
  blockParameter,
  heightParameter,
  pagingParameters,
  principalParameter,
  searchParameter,
  singleQuery,
  transactionIdParameter,
} from './parameters.ts'
import { tokenProblem } from './problems.ts'
import { readAbout } from './queries/about.ts'
import { createActivityReader } from './queries/activity.ts'
import { readBlockTransactions, readNeighbours, readPlace } from './queries/blocks.ts'
import { readNamesakes } from './queries/namesakes.ts'
import { searchDirectory } from './queries/search.ts'
import { readToken } from './queries/tokens.ts'
import { json, refuseMethod } from './responses.ts'
import type { PassedAnswer, ReadThrough } from './upstream/readThrough.ts'

/** Where nothing but data is served. */
export const API_PREFIXES = ['/metadata/*', '/runes/*', '/explorer/v1/*']

type Options = {
  databases: Databases
  hexPrefix: HexPrefix
  version: string
  /** What is asked for what the databases lack; undefined where no service is named for it. */
  through: ReadThrough | undefined
}

/** The three endpoints of the contract, and those of the directory. */
export function serveApi(service: Hono, options: Options): void {
  const { databases, version } = options
  const { tokens, runes } = databases
  serveContract(service, options)

  service.get(DIRECTORY_PATHS.about, async (c) => json(c, await readAbout(databases, version)))
  service.get(DIRECTORY_PATHS.search, async (c) =>
    json(c, await searchDirectory(databases, searchParameter(c.req))),
  )
  service.get(DIRECTORY_PATHS.neighbours, async (c) =>
    json(c, await readNeighbours(runes, heightParameter(c.req.param('height')))),
  )
  service.get(DIRECTORY_PATHS.blockTransactions, async (c) =>
    json(c, await readBlockTransactions(runes, heightParameter(c.req.param('height')))),
  )
  service.get(DIRECTORY_PATHS.place, async (c) =>
    json(c, await readPlace(runes, transactionIdParameter(c.req.param('tx_id')))),
  )
  service.get(DIRECTORY_PATHS.namesakes, async (c) => {
    const { principal } = principalParameter(c.req.param('principal'))
    return json(c, await readNamesakes(tokens, principal))
  })

  for (const path of [...Object.values(PATHS), ...Object.values(DIRECTORY_PATHS)]) {
    service.all(path, refuseMethod)
  }
}

/** What is held here is answered from here; for what is not, another service is asked, if one is named. */
function serveContract(service: Hono, { databases, hexPrefix, through }: Options): void {
  const { tokens, runes } = databases
  const activity = createActivityReader(runes, hexPrefix)

  service.get(PATHS.token, async (c) => {
    const { principal } = principalParameter(c.req.param('principal'))
    // An empty locale is what a form without a choice sends: the default.
    const locale = singleQuery(c.req, 'locale') || undefined
    const token = await readToken(tokens, principal, locale)
    if (token !== undefined) return json(c, token)
    const passed = await through?.token(principal, locale)
    if (passed === undefined) throw tokenProblem('contract-not-found')
    return passOn(passed)
  })
  service.get(PATHS.transactionActivity, async (c) => {
    const txId = transactionIdParameter(c.req.param('tx_id'))
    const paging = pagingParameters(c.req)
    const page = await activity.ofTransaction(txId, paging)
    const passed = page.total > 0 ? undefined : await through?.transactionActivity(txId, paging)
    return passed === undefined ? json(c, page) : passOn(passed)
  })
  service.get(PATHS.blockActivity, async (c) => {
    const block = blockParameter(c.req.param('block'))
    const paging = pagingParameters(c.req)
    const page = await activity.ofBlock(block, paging)
    const passed = page.total > 0 ? undefined : await through?.blockActivity(block, paging)
    return passed === undefined ? json(c, page) : passOn(passed)
  })
}

function passOn({ status, body, headers }: PassedAnswer): Response {
  return new Response(body, {
    status,
    headers: {
      // The header of our own answers and of our own problems.
      'Content-Type': status === 200 ? 'application/json; charset=utf-8' : 'application/json',
      'Cache-Control': 'no-cache',
      ...headers,
    },
  })
}
