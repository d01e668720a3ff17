import type { Database } from '../../../src/database/database.ts'
import { readSettings } from '../../../src/service/settings.ts'
import { createTokenService } from '../../../src/service/tokens/tokenService.ts'
import { getJson } from '../startService.ts'
import { type DatabaseSettings, openDatabase, ownDatabase } from './databases.ts'
import { ADDRESS } from './importing.ts'
import type { Respond } from './startFakeService.ts'
import { startTokens } from './startTokens.ts'

export const FT = '/metadata/v1/ft'
/** A token that the snapshot does not have. */
export const NEW = `${ADDRESS}.new`

type Options = {
  settings?: Record<string, string>
  wrap?: (database: Database) => Database
  database?: DatabaseSettings
}

/** A service with the snapshot that reads from a token service. The test controls its clocks. */
export async function startReader(
  service: { origin: string },
  { settings, wrap, database }: Options = {},
) {
  const startedAt = Math.floor(Date.now() / 1000)
  let [elapsed, shift] = [0, 0]
  const logged: string[] = []
  const observed: string[] = []
  const store = openDatabase(database ?? (await ownDatabase('sqlite')))
  const tokens = wrap?.(store) ?? store
  const tokenService = createTokenService(
    {
      ...readSettings({ UPSTREAM_RATE: '100000', ...settings }),
      UPSTREAM_TOKENS_URL: service.origin,
    },
    {
      tokens,
      log: (sentence) => logged.push(sentence),
      observe: (outcome) => observed.push(outcome),
      now: () => startedAt + elapsed + shift,
      monotonicMs: () => 1000 * (1 + elapsed),
    },
  )
  const origin = await startTokens(tokens, {
    tokenService,
    monotonicMs: () => 1000 * (1 + elapsed),
  })
  return {
    status: tokenService.status,
    logged,
    observed,
    get: (principal: string) => getJson(`${origin}${FT}/${principal}`),
    getText: async (principal: string) => (await fetch(`${origin}${FT}/${principal}`)).text(),
    /** Both clocks. The response cache keeps responses of the token service for a second. */
    advance: (seconds: number) => {
      elapsed += seconds
    },
    /** The wall clock only. */
    shift: (seconds: number) => {
      shift += seconds
    },
  }
}

/** The seconds since a stale response was read. */
export function ageOf({ headers }: { headers: Headers }): number | undefined {
  const age = headers.get('Age')
  return age === null ? undefined : Number(age)
}

export const sendToken =
  (name: string, fields: object = {}): Respond =>
  () =>
    Response.json({ name, sender_address: ADDRESS, ...fields })

export const sendProblem =
  (status: number, body: object): Respond =>
  () =>
    Response.json(body, { status })
