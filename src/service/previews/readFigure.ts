import { MAX_COMPARED } from '../../app/figures/compareLooks.ts'
import { flowsOf } from '../../app/figures/ribbonShares.ts'
import type { Client } from '../../contract/client.ts'
import { RequestError } from '../../contract/requestError.ts'
import { type About, flawText } from '../../contract/schemas/chain.ts'
import type { RuneDetails, RuneHistory } from '../../contract/schemas/rune.ts'
import { applyDivisibility } from '../queries/applyDivisibility.ts'
import type { CardWarning } from './Card.tsx'
import type { CardFigure } from './CardFigure.tsx'
import type { Marked } from './CardMark.tsx'
import { amountText, countText, dayText, shortId } from './cardNumbers.ts'
import type { HoldersOverTime } from './HoldersCurve.tsx'

/** A page: the path of its route, what the route calls `:id`, and the runes that it compares. */
export type Pictured = { path: string | undefined; id: string; compared: string[] }

/** Reads what the picture of a page draws; undefined if the page has nothing to draw. */
export async function readFigure(
  client: Client,
  { path, id, compared }: Pictured,
): Promise<CardFigure | undefined> {
  switch (path) {
    case '/':
      return homeFigure(client)
    case '/compare':
      return comparedFigure(client, compared)
    case '/token/:id':
      return tokenFigure(client, id)
    case '/rune/:id':
      return runeFigure(client, id)
    case '/block/:id':
      return blockFigure(client, id)
    case '/tx/:id':
      return transactionFigure(client, id)
    case '/address/:id':
      return addressFigure(client, id)
  }
}

const MIN_POINTS = 3

async function runeFigure(client: Client, rune: string): Promise<CardFigure | undefined> {
  const details = await client.get('runeDetails', { rune })
  // Who held it before the index begins is not known.
  if (details.is_older) return
  const holders = holdersOverTime(await client.get('runeHistory', { rune, step: 'auto' }))
  return holders === undefined
    ? { type: 'facts', facts: runeFacts(details) }
    : { type: 'holders', holders }
}

function runeFacts({ supply, holders }: RuneDetails) {
  const { current = '0', premine = '0' } = supply ?? {}
  return [
    fact('Supply', amountText(current)),
    fact('Premine', /[1-9]/.test(premine) ? amountText(premine) : 'None'),
    fact('Holders', countText(holders)),
  ]
}

function holdersOverTime(history: RuneHistory): HoldersOverTime | undefined {
  const { step, newest_date, newest_height, results } = history
  const areDays = step === 'day'
  const points = results.map(({ date, last_height, holders }) => {
    return { at: areDays ? secondsOf(date) : last_height, holders }
  })
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < MIN_POINTS) return
  const end = areDays ? secondsOf(newest_date) : newest_height
  const labelOf = (at: number) => (areDays ? dayText(at) : `block ${countText(at)}`)
  return {
    // Nothing has changed since the last of them.
    points: last.at < end ? [...points, { at: end, holders: last.holders }] : points,
    labels: [labelOf(first.at), labelOf(end)],
  }
}

function secondsOf(date: string): number {
  return Date.parse(date) / 1000
}

async function blockFigure(client: Client, block: string): Promise<CardFigure | undefined> {
  const treemap = await client.get('blockTreemap', { block })
  return treemap.runes.length === 0 ? undefined : { type: 'treemap', treemap }
}

async function transactionFigure(client: Client, tx: string): Promise<CardFigure | undefined> {
  const [ribbons] = flowsOf(await client.get('transactionDetails', { tx_id: tx }))
  return ribbons && { type: 'flow', ribbons }
}

const MAX_SHARES = 5

async function addressFigure(client: Client, address: string): Promise<CardFigure | undefined> {
  const options = { address, order_by: 'share', limit: MAX_SHARES } as const
  const { results, total } = await client.get('addressBalances', options)
  const balances = results.filter(({ share }) => share !== undefined)
  return balances.length === 0 ? undefined : { type: 'shares', balances, total }
}

const SHOWN_BLOCKS = 20

async function homeFigure(client: Client): Promise<CardFigure | undefined> {
  const { results: blocks } = await client.get('blocks', { limit: SHOWN_BLOCKS })
  return blocks.length < MIN_POINTS ? undefined : { type: 'blocks', blocks }
}

async function comparedFigure(client: Client, given: string[]): Promise<CardFigure | undefined> {
  const known = await comparedRunes(client, given)
  const runes = await Promise.all(
    known.map(async ({ id: rune, spaced_name: name }) => {
      return { name, holders: holdersByDay(await client.get('runeHistory', { rune, step: 'day' })) }
    }),
  )
  const isDrawn = runes.length > 1 && runes.some(({ holders }) => holders.length >= MIN_POINTS)
  return isDrawn ? { type: 'compared', runes } : undefined
}

/** Those of the runes given that the page compares too. */
async function comparedRunes(client: Client, given: string[]): Promise<RuneDetails[]> {
  const found = await Promise.all(
    given.slice(0, MAX_COMPARED).map((rune) => {
      return client.get('runeDetails', { rune }).catch(withoutRune)
    }),
  )
  const known = found.filter((rune) => rune !== undefined).filter((rune) => !rune.is_older)
  return [...new Map(known.map((rune) => [rune.id, rune])).values()]
}

function withoutRune(error: unknown): undefined {
  if (!(error instanceof RequestError) || !['bad-request', 'not-found'].includes(error.kind)) {
    throw error
  }
}

/** From the first day with activity up to today; on other days, nothing changes. */
function holdersByDay({ first_date, newest_date, results }: RuneHistory): number[] {
  if (first_date === undefined) return []
  const day = (date: string) => Math.floor(secondsOf(date) / DAY)
  const held = new Map(results.map(({ date, holders }) => [day(date), holders]))
  let holders = 0
  return Array.from({ length: day(newest_date) - day(first_date) + 1 }, (_, index) => {
    holders = held.get(day(first_date) + index) ?? holders
    return holders
  })
}

const DAY = 86_400
/** A uint of Clarity has 39 digits: with more decimals, no whole unit exists. */
const MAX_DECIMALS = 38

async function tokenFigure(client: Client, principal: string): Promise<CardFigure> {
  const { total_supply: supply, decimals } = await client.get('token', { principal })
  const hasSupply = supply !== undefined && decimals !== undefined && decimals <= MAX_DECIMALS
  const deployer = principal.split('.', 1).join('')
  return {
    type: 'facts',
    facts: [
      ...(hasSupply ? [fact('Supply', amountText(applyDivisibility(supply, decimals)))] : []),
      ...(decimals === undefined ? [] : [fact('Decimals', countText(decimals))]),
      { ...fact('Deployer', shortId(deployer)), address: deployer },
    ],
  }
}

function fact(name: string, text: string) {
  return { name, text }
}

/** What the picture of a page is of. */
export async function readMarks(
  client: Client,
  { path, id, compared }: Pictured,
): Promise<Marked[]> {
  if (path === '/address/:id' || path === '/token/:id') return [{ id }]
  const runes =
    path === '/rune/:id'
      ? [await client.get('runeDetails', { rune: id })]
      : path === '/compare'
        ? await comparedRunes(client, compared)
        : []
  return runes.map(({ id, symbol }) => ({ id, symbol }))
}

/** What the page of a rune is called: its number is in a line of its own. */
export async function readNames(
  client: Client,
  { path, id: rune }: Pictured,
): Promise<{ kind: string; title: string } | undefined> {
  if (path !== '/rune/:id') return
  const { id, number, spaced_name } = await client.get('runeDetails', { rune })
  return { kind: `Rune ${number === undefined ? id : countText(number)}`, title: spaced_name }
}

/**
 * What readers must know: of a name, whether others have it, or one that looks like it; of a transaction, whether its
 * runestone is malformed.
 */
export async function readWarning(
  client: Client,
  { path, id }: Pictured,
): Promise<CardWarning | undefined> {
  switch (path) {
    case '/rune/:id': {
      const { look_alikes } = await client.get('runeDetails', { rune: id })
      return look_alikes === undefined ? undefined : lookAlikeRunes(look_alikes)
    }
    case '/token/:id': {
      const { total } = await client.get('lookAlikes', { principal: id })
      return total === 0 ? undefined : lookAlikeTokens(total)
    }
    case '/tx/:id': {
      const { flaw } = await client.get('transactionDetails', { tx_id: id })
      return flaw === undefined ? undefined : { text: `Cenotaph: ${flawText(flaw)}`, tone: 'bad' }
    }
  }
}

function lookAlikeRunes(count: number): CardWarning {
  const [names, differ] = count === 1 ? ['name', 'differs'] : ['names', 'differ']
  const text = `${countText(count)} other ${names} ${differ} by one letter: check the id`
  return { text, tone: 'warn' }
}

function lookAlikeTokens(count: number): CardWarning {
  const [others, use] = count === 1 ? ['token', 'uses'] : ['tokens', 'use']
  const text = `${countText(count)} other ${others} ${use} this name or symbol: check the contract`
  return { text, tone: 'warn' }
}

/** Whether the chain is invented, and as of when the picture is: its figures would say nothing a year later. */
export async function readMoment(client: Client, pictured: Pictured) {
  const about = await client.get('about', {})
  return { isDemo: about.source === 'demo', moment: await momentOf(client, about, pictured) }
}

async function momentOf(client: Client, { tip, tokens }: About, { path, id }: Pictured) {
  if (path !== '/token/:id') {
    return tip && `at block ${countText(tip.block_height)} · ${dayText(tip.timestamp)}`
  }
  const { facts } = await client.get('tokenDetails', { principal: id })
  if (facts !== undefined) {
    return `at Stacks block ${countText(facts.height)} · ${dayText(facts.read_at)}`
  }
  return tokens.snapshot_date && `snapshot of ${dayText(secondsOf(tokens.snapshot_date))}`
}
