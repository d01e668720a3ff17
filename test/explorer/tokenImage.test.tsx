import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderAt, shows } from '../support/renderAt.tsx'
import { LONGCOIN } from '../support/snapshotIds.ts'
import { startModifiedService } from '../support/startModifiedService.ts'
import { startService } from '../support/startService.ts'

const startWith = (fields: object) =>
  startModifiedService({ changeBody: (body) => ({ ...body, ...fields }) })

test('an image of a remote host is only loaded after the user agrees', async () => {
  await renderAt(`/token/${LONGCOIN}`, await startService())
  const button = await screen.findByRole('button', { name: 'Show image from assets.hiro.so' })
  expect(document.querySelector('main img')).toBeNull()
  await userEvent.click(button)
  const image = document.querySelector('main img')
  expect(image).toHaveAttribute('referrerpolicy', 'no-referrer')
  expect(image?.getAttribute('src')).toMatch(/^https:\/\/assets\.hiro\.so\/.*-thumb\.png$/)
  expect(localStorage.getItem('cairn.imageHosts')).toBe('["assets.hiro.so"]')
})

test('a cached copy of the image comes before the image, and that before the canonical one', async () => {
  const [cached, image, canonical] = ['cached', 'image', 'canonical'].map(
    (name) => `data:image/png;base64,${btoa(name)}`,
  )
  const fields = { image_thumbnail_uri: undefined, image_canonical_uri: canonical }
  for (const [token, first] of [
    [{ ...fields, image_uri: image, metadata: { cached_image: cached } }, cached],
    [{ ...fields, image_uri: image, metadata: {} }, image],
    [{ ...fields, image_uri: undefined, metadata: {} }, canonical],
  ] as const) {
    await renderAt(`/token/${LONGCOIN}`, await startWith(token))
    const figure = await screen.findByRole('figure', { name: 'Token image' })
    expect(figure.querySelector('img')?.getAttribute('src')).toBe(first)
    cleanup()
  }
})

test('the page says why an image is not shown', async () => {
  await renderAt('/token/ST000000000000000000002AMW42H.cairn-sample-hostile', await startService())
  await shows(
    'The image is not loaded: it may contain scripts; its URL needs a gateway, and none is configured; its URL is not HTTPS.',
  )
})

test('an original image that differs from the one in the metadata is reported', async () => {
  const metadata = { sip: 16, image: 'https://images.example/1.png' }
  await renderAt(`/token/${LONGCOIN}`, await startWith({ metadata }))
  expect(await screen.findByRole('region', { name: 'Images' })).toHaveTextContent(
    'The original image differs from the one in the metadata.',
  )
})
