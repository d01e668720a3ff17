import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import type { Client } from '../../src/contract/client.ts'
import type { TransactionDetails } from '../../src/contract/schemas/chain.ts'

// What a reader sees on a page of the explorer.

/** The heading of the page, once it is there. */
export function findHeading(name?: string | RegExp): Promise<HTMLElement> {
  return screen.findByRole('heading', { level: 1, ...(name !== undefined && { name }) })
}

/** Waits until the page shows a text, which may span several elements. */
export async function shows(text: string | RegExp): Promise<void> {
  await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(text))
}

/** The rows of a table as texts by heading, once it has loaded. */
export async function readTable(name: string | RegExp): Promise<Record<string, string>[]> {
  const table = await screen.findByRole('table', { name, busy: false })
  const [head, ...rows] = within(table).getAllByRole('row')
  const headings = head === undefined ? [] : within(head).getAllByRole('columnheader').map(textOf)
  return rows.map((row) =>
    Object.fromEntries(
      within(row)
        .getAllByRole('cell')
        .map((cell, index) => [headings[index] ?? '', textOf(cell)]),
    ),
  )
}

/** The definition of a term of the page, once it is there. */
export async function findFact(term: string, container = 'main'): Promise<HTMLElement> {
  await screen.findByRole('main')
  await within(findElement(container)).findAllByText(term, { selector: 'dt, dt *' })
  const terms = [...findElement(container).querySelectorAll('dt')]
  const definition = terms.find((it) => textOf(it) === term)?.nextElementSibling
  if (!(definition instanceof HTMLElement)) throw new Error(`${term} has no definition`)
  return definition
}

export async function readFact(term: string, container?: string): Promise<string> {
  return textOf(await findFact(term, container))
}

function findElement(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector)
  if (element === null) throw new Error(`the page has no ${selector}`)
  return element
}

export function textOf({ textContent }: Element): string {
  return textContent.replace(/\s+/g, ' ').trim()
}

/** An exact amount as English pages write it: grouped, without trailing zeros. */
export function grouped(amount: string | number = ''): string {
  const [integer = '', fraction = ''] = String(amount).split('.')
  const places = fraction.replace(/0+$/, '')
  return BigInt(integer).toLocaleString('en') + (places === '' ? '' : `.${places}`)
}

/** A signed amount, with a minus sign. */
export function signed(amount: string): string {
  const text = grouped(amount.replace('-', ''))
  if (amount.startsWith('-')) return `−${text}`
  return text === '0' ? text : `+${text}`
}

/** The newest transaction that fulfils a condition. */
export async function findTransaction(
  client: Client,
  isWanted: (transaction: TransactionDetails) => boolean,
): Promise<TransactionDetails> {
  for await (const details of readTransactions(client)) {
    if (isWanted(details)) return details
  }
  throw new Error('no transaction fulfils the condition')
}

/** What was read of a chain, by the hash of its newest block: most tests look through the same one. */
const read = new Map<string, { blocks: number[]; transactions: TransactionDetails[] }>()

/** The transactions, newest block first. */
async function* readTransactions(client: Client): AsyncGenerator<TransactionDetails> {
  const { tip } = await client.get('about', {})
  const chain = read.get(tip?.block_hash ?? '') ?? {
    blocks: await heightsOf(client),
    transactions: [],
  }
  read.set(tip?.block_hash ?? '', chain)
  yield* chain.transactions
  for (let height = chain.blocks.shift(); height !== undefined; height = chain.blocks.shift()) {
    const added = await transactionsOf(client, height)
    chain.transactions.push(...added)
    yield* added
  }
}

async function heightsOf(client: Client): Promise<number[]> {
  const heights: number[] = []
  for await (const { block_height } of client.all('blocks', { limit: 300 }))
    heights.push(block_height)
  return heights
}

async function transactionsOf(client: Client, height: number): Promise<TransactionDetails[]> {
  const given = { block: String(height), change: 'show', limit: 1000 } as const
  const { results } = await client.get('blockMovements', given)
  const ids = [...new Set(results.map(({ place }) => place.tx_id))]
  return Promise.all(ids.map((tx_id) => client.get('transactionDetails', { tx_id })))
}
