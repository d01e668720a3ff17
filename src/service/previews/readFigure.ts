import { flowsOf } from '../../app/figures/ribbonShares.ts'
import type { Client } from '../../contract/client.ts'
import type { RuneHistory } from '../../contract/schemas/rune.ts'
import type { CardFigure } from './CardFigure.tsx'
import { countText, dayText } from './cardNumbers.ts'
import type { HoldersOverTime } from './HoldersCurve.tsx'

/**
 * Reads what the picture of a page draws; undefined if the page has nothing to draw. `page`: the path of its route;
 * `id`: what the route calls `:id`.
 */
export async function readFigure(
  client: Client,
  page: string | undefined,
  id: string,
): Promise<CardFigure | undefined> {
  switch (page) {
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
  // Who held it before the index begins is not known.
  if ((await client.get('runeDetails', { rune })).is_older) return
  const holders = holdersOverTime(await client.get('runeHistory', { rune, step: 'auto' }))
  return holders && { type: 'holders', holders }
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
  const { results } = await client.get('addressBalances', options)
  const balances = results.filter(({ share }) => share !== undefined)
  return balances.length === 0 ? undefined : { type: 'shares', balances }
}

/** Anybody can copy the name and the picture of a token. */
export async function readWarning(client: Client, principal: string): Promise<string | undefined> {
  const { total } = await client.get('lookAlikes', { principal })
  if (total === 0) return
  const [others, use] = total === 1 ? ['token', 'uses'] : ['tokens', 'use']
  return `${countText(total)} other ${others} ${use} this name or symbol: check the contract`
}

/** As of when the picture is, without which its figures would say nothing a year later. */
export async function readMoment(
  client: Client,
  page: string | undefined,
  id: string,
): Promise<string | undefined> {
  const { tip, tokens } = await client.get('about', {})
  if (page !== '/token/:id') {
    return tip && `at block ${countText(tip.block_height)} · ${dayText(tip.timestamp)}`
  }
  const { facts } = await client.get('tokenDetails', { principal: id })
  if (facts !== undefined) {
    return `at Stacks block ${countText(facts.height)} · ${dayText(facts.read_at)}`
  }
  return tokens.snapshot_date && `snapshot of ${dayText(secondsOf(tokens.snapshot_date))}`
}
