import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderAt, shows } from '../support/renderAt.tsx'
import { LONGCOIN } from '../support/snapshotIds.ts'
import { startModifiedService } from '../support/startModifiedService.ts'
import { startService } from '../support/startService.ts'

const ST = 'ST000000000000000000002AMW42H'

const region = (name: string) => screen.findByRole('region', { name })
const startWith = (fields: object) =>
  startModifiedService({ changeBody: (body) => ({ ...body, ...fields }) })

test('untrusted text is plain text, with the codes of invisible characters', async () => {
  await renderAt(`/token/${ST}.cairn-sample-hostile`, await startService())
  const heading = await screen.findByRole('heading', { level: 1, name: /<b>Hostile<\/b>/ })
  expect(heading).toHaveTextContent('U+202E')
  expect(heading).toHaveTextContent('U+200B')
  expect(document.title).toContain('U+202Etxet desreverU+202C U+200Bhidden')
  expect(document.querySelector('main b, main script, main img[onerror]')).toBeNull()
  for (const link of document.querySelectorAll('a[href]')) {
    expect(link.getAttribute('href')).toMatch(/^(\/|#|https?:\/\/)/)
  }
  expect(document.querySelector('main img')).toBeNull()
  expect(screen.getByText(/The image is not loaded: it may contain scripts/)).toBeVisible()
})

test('mixed scripts in a symbol are reported with their code points', async () => {
  await renderAt(`/token/${ST}.cairn-sample-hostile`, await startService())
  await shows('mixed scripts: Latin, Cyrillic А (U+0410)')
})

test.each([
  ['ВТС', 'Cyrillic letters that look like Latin ones'],
  ['Βitcoin', 'mixed scripts: Latin, Greek Β (U+0392)'],
])('the misleading symbol %s is reported', async (symbol, words) => {
  await renderAt(`/token/${LONGCOIN}`, await startWith({ symbol }))
  await shows(words)
})

test.each(['Биткоин Bitcoin', 'ビットコイン漢字かなBTC', 'Ünïcode 🚀', 'Ελλάδα', 'حجر 石'])(
  'the name %s is not reported as misleading',
  async (name) => {
    await renderAt(`/token/${LONGCOIN}`, await startWith({ name }))
    await screen.findByRole('heading', { level: 1, name: new RegExp(name) })
    expect(screen.queryByText(/letters/)).toBeNull()
  },
)

test('the text direction of property and attribute names is isolated', async () => {
  const key = 'مفتاح'
  const metadata = {
    sip: 16,
    attributes: [{ trait_type: key, display_type: key, value: { [key]: key } }],
    properties: { [key]: { [key]: [{ [key]: 1 }] } },
  }
  await renderAt(`/token/${LONGCOIN}`, await startWith({ metadata }))
  await region('Properties')
  await userEvent.click(screen.getByText('Raw response'))
  await region('Response as JSON')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  let found = 0
  while (texts.nextNode()) {
    if (!texts.currentNode.textContent?.includes(key)) continue
    found += 1
    expect(texts.currentNode.parentElement?.closest('bdi')).not.toBeNull()
  }
  expect(found).toBeGreaterThan(10)
})

test('invisible characters are escaped in the raw response', async () => {
  await renderAt(`/token/${ST}.cairn-sample-hostile`, await startService())
  await userEvent.click(await screen.findByText('Raw response'))
  expect(await region('Response as JSON')).toHaveTextContent(
    '\\u202etxet desrever\\u202c \\u200bhidden',
  )
})
