import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LONGCOIN, SAMPLE } from '../support/bundledIds.ts'
import { findHeading, readTable, shows } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'
import { startModifiedService } from '../support/startModifiedService.ts'

const HOSTILE = `/token/${SAMPLE}-hostile`

test('untrusted text is text, with the codes of invisible characters', async () => {
  await visit(HOSTILE)
  const heading = await findHeading(/<b>Hostile<\/b>/)
  expect(heading).toHaveTextContent('U+202E')
  expect(heading).toHaveTextContent('U+200B')
  expect(document.title).toContain('U+202Etxet desreverU+202C U+200Bhidden')
  await shows('<script>alert(1)</script>')
  expect(document.querySelector('main b, main script, main img')).toBeNull()
})

test('no link of a page leads to anything but the web', async () => {
  await visit(HOSTILE)
  await findHeading(/Hostile/)
  // It is the address of the metadata.
  await shows('javascript:alert(…nt.domain)')
  for (const link of document.querySelectorAll('a[href]')) {
    expect(link.getAttribute('href')).toMatch(/^(\/|#|\?|https?:\/\/)/)
  }
})

test('a link to another host names it and tells it nothing', async () => {
  await visit(`/token/${SAMPLE}-localized`)
  const links = await screen.findAllByRole('link', { name: /opens cairn\.example in a new tab/ })
  for (const link of links) {
    expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc')
    expect(link.getAttribute('href')).toMatch(/^https:\/\/cairn\.example\//)
  }
})

test('names and values are isolated from the direction of the text around them', async () => {
  const text = 'مفتاح'
  const metadata = {
    sip: 16,
    attributes: [{ trait_type: text, display_type: text, value: { [text]: text } }],
    properties: { [text]: { [text]: [{ [text]: 1 }] } },
  }
  const fields = { name: text, symbol: text, description: text, metadata }
  const origin = await startModifiedService({ path: '/metadata/v1/ft/', fields })
  await visit(`/token/${LONGCOIN}`, { origin })
  await screen.findByRole('region', { name: 'Attributes' })
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  let found = 0
  while (texts.nextNode()) {
    if (!texts.currentNode.textContent?.includes(text)) continue
    found += 1
    expect(texts.currentNode.parentElement?.closest('bdi, [dir="auto"]')).not.toBeNull()
  }
  expect(found).toBeGreaterThan(8)
})

test('properties can have any name, including those that every object has', async () => {
  await visit(HOSTILE)
  const details = within(await screen.findByRole('region', { name: 'Details' }))
  for (const name of ['constructor', 'toString', '__proto__']) {
    expect(details.getAllByText(name).length).toBeGreaterThan(0)
  }
})

test('a text that is longer than any description is cut until the reader wants all', async () => {
  const description = 'long '.repeat(400).trim()
  const origin = await startModifiedService({
    path: '/metadata/v1/ft/',
    fields: { description, metadata: { sip: 16, description } },
  })
  const { reader } = await visit(`/token/${LONGCOIN}`, { origin })
  const section = await screen.findByRole('region', { name: 'Description' })
  expect(section).not.toHaveTextContent(description)
  await reader.click(within(section).getByRole('button', { name: /^Show all/ }))
  expect(section).toHaveTextContent(description)
})

test('a hostile name in a list is text too', async () => {
  const results = [
    { contract_principal: LONGCOIN, name: '<img src=x> \u202edog', symbol: 'A\u200bB' },
  ]
  const origin = await startModifiedService({
    path: '/metadata/v1/ft',
    fields: { results, total: 1, offset: 0, limit: 25 },
  })
  await visit('/tokens', { origin })
  const [row] = await readTable('Tokens')
  expect(row?.Token).toContain('<img src=x> U+202Edog')
  expect(row?.Symbol).toBe('AU+200BB')
  expect(document.querySelector('main img')).toBeNull()
})

test('a search text is quoted as text', async () => {
  await visit(`/search?${new URLSearchParams({ q: '<b>x</b>\u202e' })}`)
  await findHeading('Results for “<b>x</b>U+202E”')
  expect(document.querySelector('main b')).toBeNull()
})
