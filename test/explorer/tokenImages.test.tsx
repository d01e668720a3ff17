// Whose image the page of a token shows, and when.
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/contract/json.ts'
import { LONGCOIN } from '../support/bundledIds.ts'
import { visit } from '../support/renderAt.tsx'
import { bundledData } from '../support/servedData.ts'
import { startModifiedService } from '../support/startModifiedService.ts'

test('an image loads only after the reader has agreed to its host', async () => {
  const { client, reader } = await visit(`/token/${LONGCOIN}`)
  const { image_thumbnail_uri = '' } = await client.get('token', { principal: LONGCOIN })
  const figure = await screen.findByRole('figure', { name: 'Token image' })
  expect(document.querySelector('main img')).toBeNull()
  const { host } = new URL(image_thumbnail_uri)
  expect(figure).toHaveTextContent(host)
  await reader.click(within(figure).getByRole('button', { name: 'Load image' }))
  const image = figure.querySelector('img')
  expect(image).toHaveAttribute('src', image_thumbnail_uri)
  expect(image).toHaveAttribute('referrerpolicy', 'no-referrer')
  expect(figure).toHaveFocus()
})

test.each([
  ['http://images.example/1.png', 'its address is not HTTPS'],
  ['ipfs://bafybeigdyrzt/1.png', 'it needs a gateway'],
  ['data:image/svg+xml,<svg/>', 'it may contain scripts'],
  ['javascript:alert(1)', 'its address is not one of the web'],
])('the image %s is not shown, and the page says why', async (image_uri, reason) => {
  const fields = { image_uri, metadata: { sip: 16 }, description: 'Some text' }
  const missing = { image_thumbnail_uri: null, image_canonical_uri: null }
  const origin = await startModifiedService({
    path: '/metadata/v1/ft/',
    fields: { ...fields, ...missing },
  })
  await visit(`/token/${LONGCOIN}`, { origin })
  const figure = await screen.findByRole('figure', { name: 'Token image' })
  expect(figure).toHaveTextContent(`Not shown: ${reason}`)
  expect(document.querySelector('main img')).toBeNull()
})

describe('with images of the service', () => {
  const hash = 'ab'.repeat(32)
  const visitWithOwn = async (token: JsonObject, image?: JsonObject) => {
    const data = { ...bundledData(), hasOwnImages: true }
    const inner = await startModifiedService({ path: '/metadata/v1/ft/', fields: token, data })
    const path = `/explorer/v1/tokens/${LONGCOIN}`
    const origin = await startModifiedService({
      path,
      fields: image ? { image } : {},
      origin: inner,
    })
    await visit(`/token/${LONGCOIN}`, { origin, data })
    return { origin, figure: await screen.findByRole('figure', { name: 'Token image' }) }
  }

  test('its path is asked for, whatever origin the address has', async () => {
    const address = `https://proxied.example/images/${hash}-300.webp`
    const { origin, figure } = await visitWithOwn({ image_thumbnail_uri: address })
    const image = figure.querySelector('img')
    expect(image).toHaveAttribute('src', `${origin}/images/${hash}-300.webp`)
  })

  test('a document that names the path of an image of the service shows the mark', async () => {
    const image = `https://other.example/images/${hash}.webp`
    const fields = { image_canonical_uri: image, metadata: { sip: 16, name: 'A name', image } }
    const { figure } = await visitWithOwn({ ...fields, image_uri: '', image_thumbnail_uri: '' })
    expect(figure).toHaveTextContent(/^The service has no image$/)
    expect(document.querySelector('main img')).toBeNull()
  })

  test('no other host is asked, and no reader: the mark stands for what is not read', async () => {
    const image = {
      state: 'failed',
      uri: 'https://images.example/a.png',
      problem: 'The host responded with status 404.',
    }
    const { figure } = await visitWithOwn({}, image)
    expect(figure.querySelector('svg')).not.toBeNull()
    expect(figure).toHaveTextContent(/^The service has no image$/)
    expect(document.querySelector('main img')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Load image' })).toBeNull()
    const notice = await screen.findByRole('region', { name: 'Image' })
    expect(notice).toHaveTextContent(
      'The image was not read from images.example. The host responded with status 404.',
    )
  })
})
