import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt, shows } from '../support/renderAt.tsx'
import { startService } from '../support/startService.ts'

test.each(['/', '/block/849250', '/search?q=dog', '/wallet'])(
  'the footer of %s says what data the pages show and that they are not live',
  async (path) => {
    await renderAt(path, await startService())
    await shows(
      /Data on .+: a bundled snapshot of 3,666 tokens and 37,283 rune records\. Not live\./,
    )
  },
)

test('without a directory the footer leads to the start page', async () => {
  await renderAt('/block/849250', 'http://127.0.0.1:9')
  const footer = within(screen.getByRole('contentinfo'))
  const link = await footer.findByRole('link', { name: 'Data on http://127.0.0.1:9' })
  expect(link).toHaveAttribute('href', '/')
})
