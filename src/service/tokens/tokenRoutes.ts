import type { Hono } from 'hono'
import { COMPAT_PREFIX } from '../../contract/compat.ts'
import { ENDPOINTS } from '../../contract/endpoints.ts'
import { readMeta } from '../../database/meta.ts'
import { HttpProblem } from '../http/httpProblem.ts'
import { jsonResponse } from '../http/jsonResponse.ts'
import { stacksTipOf } from '../queries/chainState.ts'
import type { ReaderFacts } from '../readers/reader.ts'
import { acceptedValues, type ReaderRoutes } from '../readers/readerRoutes.ts'
import { RETIRED, SPECIFIED } from '../routes/wireForms.ts'
import { findTokens } from './findTokens.ts'
import { createListedBy } from './readListedTokens.ts'
import { readLookAlikes } from './readLookAlikes.ts'
import { readNamesAlike } from './readNamesAlike.ts'
import { readToken } from './readToken.ts'
import { readTokenDetails } from './readTokenDetails.ts'
import { readTokenList } from './readTokenList.ts'

/** The endpoints of tokens that a reader answers. */
export function tokenRoutes(
  { get, list }: ReaderRoutes,
  { TOKEN_LIST: listed, version }: Pick<ReaderFacts, 'TOKEN_LIST' | 'version'>,
): void {
  const listedBy = listed && createListedBy(listed)
  for (const form of [SPECIFIED, RETIRED]) {
    const { endpoint, listedToken, foundToken, needsTransaction } = form
    list(endpoint(ENDPOINTS.tokens), {
      readPage: (values, { readTokens, origin }) =>
        readTokens(async (tokens) => {
          const meta = await readMeta(tokens, 'tokens')
          const { total, results } = await readTokenList(tokens, values, {
            origin,
            listedBy,
            needsTransaction,
          })
          const page = { total, results: results.map(listedToken) }
          return { page, tags: ['tokens'], version: meta?.get('writes') ?? '' }
        }),
    })
    get(endpoint(ENDPOINTS.token), ({ principal, locale }, { readTokens, origin }) =>
      readTokens(async (tokens) =>
        jsonResponse(
          await readToken(tokens, { principal: principal.text, locale, origin }),
          'tokens',
        ),
      ),
    )
    get(endpoint(ENDPOINTS.tokenSearch), ({ contract, locale }, { readTokens, origin }) =>
      readTokens(async (tokens) => {
        const found = await findTokens(tokens, contract.values, { locale, origin })
        return jsonResponse(found.map(foundToken), 'tokens')
      }),
    )
    get(endpoint(ENDPOINTS.tokensStatus), (_, { readTokens }) =>
      readTokens(async (tokens) => {
        await tokens.query('SELECT 1 FROM tokens LIMIT 1')
        const tip = stacksTipOf((await readMeta(tokens, 'tokens'))?.get('tip'))
        const chain_tip = tip ? { block_height: tip.height, index_block_hash: `0x${tip.id}` } : null
        // Without tags: new blocks write no tokens.
        return jsonResponse({ server_version: `cairn ${version}`, status: 'ready', chain_tip })
      }),
    )
  }
  get(ENDPOINTS.tokenDetails, ({ principal }, { readTokens }) =>
    // Without tags: a document that stays the same is no write, but says when it was read.
    readTokens(async (tokens) => jsonResponse(await readTokenDetails(tokens, principal.text))),
  )
  get(ENDPOINTS.lookAlikes, ({ principal }, { readTokens }) =>
    readTokens(async (tokens) =>
      jsonResponse(await readLookAlikes(tokens, principal.text, listedBy), 'tokens'),
    ),
  )
  get(ENDPOINTS.namesAlike, ({ name }, { readTokens }) =>
    readTokens(async (tokens) =>
      jsonResponse(await readNamesAlike(tokens, name, listedBy), 'tokens'),
    ),
  )
}

/** The token API also has tokens of other kinds. This service knows none of them. */
export function otherTokensRoute(data: Hono): void {
  for (const prefix of ['', COMPAT_PREFIX]) {
    for (const version of ['/v1', '']) {
      data.get(`${prefix}/metadata${version}/:kind{nft|sft}/:principal/:number{[0-9]+}`, (c) => {
        acceptedValues(OTHER_TOKEN, { principal: c.req.param('principal') })
        throw new HttpProblem('token-not-found')
      })
    }
  }
}

const { path, parameters } = ENDPOINTS.token
const OTHER_TOKEN = { path, parameters: { principal: parameters.principal } }
