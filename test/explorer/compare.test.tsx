import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SAMPLE } from '../support/bundledIds.ts'
import { shows, textOf } from '../support/readPage.ts'
import { visit } from '../support/renderAt.tsx'

const PAGE = `/token/${SAMPLE}-localized`

async function readRow(name: string): Promise<string[]> {
  const field = await screen.findByRole('cell', { name })
  const [, ...cells] = field.closest('tr')?.querySelectorAll('td') ?? []
  return cells.map(textOf)
}

test('two languages are compared side by side, what differs first', async () => {
  const { client, reader, address } = await visit(PAGE)
  await reader.click(await screen.findByRole('button', { name: 'Compare' }))
  // On phones, the menu of the page has one of them.
  const link = screen.getByRole('link', { name: 'Compare languages', hidden: true })
  expect(link).toHaveAttribute('href', `${PAGE}?compare=de`)
  const menu = within(screen.getByRole('navigation', { name: 'Language beside it' }))
  await reader.click(menu.getByRole('link', { name: /Deutsch/ }))
  expect(address()).toBe(`${PAGE}?compare=de`)
  const principal = `${SAMPLE}-localized`
  const [english, german] = await Promise.all([
    client.get('token', { principal }),
    client.get('token', { principal, locale: 'de' }),
  ])
  expect(await readRow('Name')).toEqual([english.metadata?.name, german.metadata?.name])
  expect(await readRow('Description')).toEqual([
    english.metadata?.description,
    german.metadata?.description,
  ])
  await shows(/\d+ translations/)
  await shows(/\d+ fields are the same in both/)
})

test('each side can be another language', async () => {
  const { reader, address } = await visit(`${PAGE}?compare=de`)
  await reader.click(await screen.findByRole('button', { name: 'German' }))
  const menu = within(screen.getByRole('navigation', { name: 'Language beside it' }))
  await reader.click(menu.getByRole('link', { name: /日本語/ }))
  expect(address()).toBe(`${PAGE}?compare=ja`)
  await screen.findByRole('button', { name: 'Japanese' })
})

test('the default language beside itself does not differ', async () => {
  await visit(`${PAGE}?compare=default`)
  await shows('Nothing differs')
})

test('a language that is missing can be replaced', async () => {
  await visit(`${PAGE}?compare=fr`)
  await screen.findByRole('heading', { name: 'No metadata in “French”' })
  expect(screen.getByRole('button', { name: 'French' })).toBeVisible()
})
