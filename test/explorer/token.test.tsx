import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderAt } from '../support/renderAt.tsx'
import { LONGCOIN } from '../support/snapshotIds.ts'
import { startModifiedService } from '../support/startModifiedService.ts'
import { getJson, startService } from '../support/startService.ts'

const ST = 'ST000000000000000000002AMW42H'
const SAMPLE = `${ST}.cairn-sample-localized`

test('a supply above 2^53 is shown with all digits', async () => {
  await renderAt(`/token/${LONGCOIN}`, await startService())
  expect(await screen.findByRole('heading', { level: 1, name: /LONGcoin/ })).toBeVisible()
  const supply = await screen.findByRole('region', { name: 'Total supply' })
  expect(supply).toHaveTextContent('888,888,888,888.888888 LONG')
  expect(supply).toHaveTextContent('888,888,888,888,888,888 in the smallest unit, with 6 decimals')
  expect(document.title).toBe('LONGcoin (LONG) · SIP-010 token · Cairn')
})

test('an unusable number of decimals is explained', async () => {
  await renderAt('/token/SP3V5E10PAR6BJQTC8S5ECX9JKVKR36DMQTD02SVQ.unity-hub', await startService())
  const supply = await screen.findByRole('region', { name: 'Total supply' })
  expect(supply).toHaveTextContent('Unknown')
  expect(supply).toHaveTextContent('100,000 decimals')
  expect(supply).toHaveTextContent('not even one whole unit can exist')
})

test('the page shows every field of the response, and no missing ones', async () => {
  const origin = await startService()
  await renderAt(`/token/${LONGCOIN}`, origin)
  await screen.findByText('Asset identifier')
  await screen.findByText('Cached image')
  const { body } = await getJson(origin, `/metadata/v1/ft/${LONGCOIN}`)
  const factIn = (region: string, name: string) =>
    within(screen.getByRole('region', { name: region }))
      .getByText(name)
      .closest('div')
  for (const [name, value] of [
    ['Name', body.name],
    ['Symbol', body.symbol],
    ['Decimals', body.decimals],
    ['Deployer', body.sender_address],
    ['Asset identifier', body.asset_identifier],
    ['Deployment transaction', body.tx_id],
    ['Token URI', body.token_uri],
    ['Total supply', '888,888,888,888,888,888 in the smallest unit'],
  ]) {
    expect(factIn('On-chain data', name)).toHaveTextContent(`${name}${value}`)
  }
  for (const [name, value] of [
    ['Thumbnail', body.image_thumbnail_uri],
    ['Image', body.image_uri],
    ['Original image', body.image_canonical_uri],
  ]) {
    expect(factIn('Images', name)).toHaveTextContent(`${name}${value}`)
  }
  for (const [name, value] of [
    ['Standard', 'SIP-016'],
    ['Name', body.metadata.name],
    ['Image', body.metadata.image],
    ['Cached image', body.metadata.cached_image],
    ['Cached thumbnail', body.metadata.cached_thumbnail_image],
  ]) {
    expect(factIn('Metadata document', name)).toHaveTextContent(`${name}${value}`)
  }
  expect(screen.getByRole('region', { name: 'Description' })).toHaveTextContent(body.description)
  expect(screen.queryByRole('region', { name: 'Attributes' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Properties' })).toBeNull()
  expect(screen.queryByText('Default locale')).toBeNull()
})

test('a token without a metadata document says so', async () => {
  const alex = 'SP3K8BC0PPEVCV7NZ6QSRWPQ2JE9E5B6N3PA0KBR9.age000-governance-token'
  await renderAt(`/token/${alex}`, await startService())
  expect(await screen.findByText(/has no metadata document/)).toBeVisible()
  expect(screen.queryByText('Asset identifier')).toBeNull()
})

test('attributes are formatted by display type, and other values by JSON type', async () => {
  await renderAt(`/token/${SAMPLE}`, await startService())
  const attributes = within(await screen.findByRole('region', { name: 'Attributes' }))
  const value = (name: string) => attributes.getByText(name).closest('div')?.querySelector('dd')
  await attributes.findByText('Material')
  expect(value('Material')).toHaveTextContent(/^Granite$/)
  expect(value('Stones')).toHaveTextContent(/^7 of 9$/)
  expect(value('First placed')).toHaveTextContent(/^2024-04-20 00:09:27 UTC/)
  expect(value('Stability')).toHaveTextContent(/^\+40 of 100$/)
  expect(value('Lichen cover')).toHaveTextContent(/^\+12.5%$/)
  expect(value('Large integer')).toHaveTextContent('9,007,199,254,740,993,000,000,001')
  expect(value('Boolean')).toHaveTextContent('true')
  expect(value('Null')).toHaveTextContent('null')
  expect(value('List')).toHaveTextContent('granitesla')
  expect(value('Object')).toHaveTextContent('height:value:1.2unit:m')
  expect(attributes.getByText('rarity_rank').closest('dt')).toHaveTextContent(
    'Unknown display type (rarity_rank)',
  )
})

test('properties of any shape are shown, and the raw response keeps large integers', async () => {
  await renderAt(`/token/${SAMPLE}`, await startService())
  const properties = await screen.findByRole('region', { name: 'Properties' })
  await within(properties).findByText('license')
  for (const text of ['Cairn samples', 'CC0-1.0', 'pt-BR', 'since:2026', 'false', 'null']) {
    expect(properties).toHaveTextContent(text)
  }
  await userEvent.click(await screen.findByText('Raw response'))
  const response = await screen.findByRole('region', { name: 'Response as JSON' })
  expect(response).toHaveTextContent('"value": 9007199254740993000000001')
})

test('properties can have any name, including those that every object has', async () => {
  await renderAt(`/token/${ST}.cairn-sample-hostile`, await startService())
  const properties = within(await screen.findByRole('region', { name: 'Properties' }))
  const names = (await properties.findAllByRole('term')).map(({ textContent }) => textContent)
  expect(names).toEqual(['constructor', 'toString', '__proto__', '__proto__:'])
  for (const text of ['x', 'y', 'z']) expect(properties.getByText(text)).toBeVisible()
})

test('a property named __proto__ stays when another property changes', async () => {
  let state = 'as it was'
  const origin = await startModifiedService({
    changeBody: (body) => ({
      ...body,
      metadata: { properties: JSON.parse(`{"__proto__":"unchanged","state":"${state}"}`) },
    }),
  })
  const { queryClient } = await renderAt(`/token/${LONGCOIN}`, origin)
  const properties = within(await screen.findByRole('region', { name: 'Properties' }))
  expect(await properties.findByText('as it was')).toBeVisible()
  state = 'changed'
  await act(() => queryClient.refetchQueries())
  expect(await properties.findByText('changed')).toBeVisible()
  expect(properties.getByText('unchanged')).toBeVisible()
})

test('choosing a locale updates the URL and the text', async () => {
  const { address } = await renderAt(`/token/${SAMPLE}`, await startService())
  const picker = await screen.findByRole('combobox', { name: 'Locale' })
  expect(within(picker).getByRole('option', { name: 'Deutsch · German (de)' })).toBeInTheDocument()
  for (const [locale, name] of [
    ['de', 'Wegzeichenstein (Muster)'],
    ['pt-BR', 'Pedra de sinalização (amostra)'],
    ['ja', '道しるべの石（サンプル）'],
    ['ar', 'حجر علامة الطريق (عيّنة)'],
    ['en', 'Waymark Stone (sample)'],
  ] as const) {
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Locale' }), locale)
    expect((await screen.findAllByText(name))[0]).toBeVisible()
    await expect.poll(address).toBe(`/token/${SAMPLE}?locale=${locale}`)
    expect(picker).toHaveFocus()
  }
})

test('a link with a locale opens the text in that locale', async () => {
  await renderAt(`/token/${SAMPLE}?locale=ar`, await startService())
  const description = await screen.findByText(/عيّنة من صنع/, { selector: 'p' })
  expect(description).toHaveAttribute('dir', 'auto')
  await waitFor(() => expect(description).toHaveAttribute('lang', 'ar'))
  expect(await screen.findByRole('combobox', { name: 'Locale' })).toHaveValue('ar')
  expect(screen.getByText('A sample made by Cairn')).toBeVisible()
})

test('locales in the URL are not case-sensitive', async () => {
  await renderAt(`/token/${SAMPLE}?locale=PT-br`, await startService())
  expect(
    await screen.findByText('Pedra de sinalização (amostra)', { selector: 'p > *' }),
  ).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Locale' })).toHaveValue('pt-BR')
})

test('an unknown locale shows a note and the default text', async () => {
  const { address } = await renderAt(`/token/${SAMPLE}?locale=fr`, await startService())
  expect(await screen.findByText('No text in this locale')).toBeVisible()
  expect((await screen.findAllByText('Waymark Stone (sample)'))[0]).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Show default text' }))
  await waitFor(() => expect(screen.queryByText('No text in this locale')).toBeNull())
  await expect.poll(address).toBe(`/token/${SAMPLE}`)
})

test('a locale can be typed if the token lists none', async () => {
  const { address } = await renderAt(`/token/${LONGCOIN}`, await startService())
  await screen.findByText('Other locales')
  expect(screen.queryByRole('combobox', { name: 'Locale' })).toBeNull()
  await userEvent.click(await screen.findByText('Other locales'))
  await userEvent.type(screen.getByRole('textbox', { name: 'Locale code' }), 'de')
  await userEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(await screen.findByText('No text in this locale')).toBeVisible()
  expect(screen.getByRole('status')).not.toHaveTextContent('German')
  await expect.poll(address).toBe(`/token/${LONGCOIN}?locale=de`)
  expect(screen.getByRole('combobox', { name: 'Locale' })).toHaveValue('de')
})

test.each([
  [`${ST}.cairn-sample-in-progress`, 'Metadata is still being fetched', 'Try again'],
  [`${ST}.cairn-sample-token-error`, 'This token cannot be read', undefined],
  [`${ST}.cairn-sample-no-token`, 'No token in this contract', undefined],
  [`${ST}.unheard-of`, 'Contract not found', undefined],
])('%s: %s', async (principal, title, retry) => {
  await renderAt(`/token/${principal}`, await startService())
  expect(await screen.findByRole('alert')).toHaveTextContent(title)
  expect(await screen.findByText('A sample made by Cairn')).toBeVisible()
  expect(screen.getByText(/^curl -H/)).toHaveTextContent(`/metadata/v1/ft/${principal}`)
  const button = screen.queryByRole('button', { name: 'Try again' })
  expect(button !== null).toBe(retry !== undefined)
})

test('a malformed principal is reported without a request', async () => {
  await renderAt('/token/longcoin', 'http://127.0.0.1:9')
  expect(
    await screen.findByText(/is not a contract principal\. A contract principal is/),
  ).toBeVisible()
})

test('a principal with a wrong checksum is reported as mistyped, with a search for its contract', async () => {
  await renderAt(`/token/${LONGCOIN.replace('QZ3', 'QZ4')}`, await startService())
  expect(
    await screen.findByText(/The checksum of this address is wrong\. Check for a typo\./),
  ).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Not a contract principal')
  const search = screen.getByRole('link', { name: 'Search for longcoin' })
  expect(search).toHaveAttribute('href', '/search?q=longcoin')
})

test('a huge or malformed document does not break the page', async () => {
  const origin = await startModifiedService({
    changeBody: (body) => ({
      ...body,
      name: `A${'\u200b'.repeat(20_000)}B`,
      metadata: {
        sip: 16,
        attributes: [
          'plain',
          { trait_type: 'Nothing' },
          { trait_type: 'Long', display_type: 'number', value: '9'.repeat(100_000) },
          { trait_type: 'Own', display_type: 'constructor', value: 'v' },
          ...Array.from({ length: 5000 }, (_, index) => ({
            trait_type: `T${index}`,
            value: index,
          })),
        ],
        properties: { deep: JSON.parse('['.repeat(4000) + ']'.repeat(4000)) },
        localization: { locales: ['en', 5, null] },
      },
    }),
  })
  await renderAt(`/token/${LONGCOIN}`, origin)
  const attributes = within(await screen.findByRole('region', { name: 'Attributes' }))
  expect(attributes.getByText('plain')).toBeVisible()
  expect(attributes.getByText('no value')).toBeInTheDocument()
  expect(attributes.getByText(/^9{40}… \(100,000 digits\)$/)).toBeVisible()
  expect(attributes.getByText('constructor').closest('dt')).toHaveTextContent('Own (constructor)')
  expect(attributes.getByRole('button', { name: 'Show all 5,004' })).toBeVisible()
  expect(document.querySelectorAll('main *').length).toBeLessThan(2000)
})
