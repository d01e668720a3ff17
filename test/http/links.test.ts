import { expect, test } from 'vitest'
import { parsePage, startPages } from '../support/getPage.ts'

const STARTS = [
  '/',
  '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin',
  '/tx/1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b',
  '/block/840006',
  '/search?q=dog',
  '/api',
]

async function openPage(origin: string, path: string) {
  const response = await fetch(origin + path, { headers: { Accept: 'text/html' } })
  const document = parsePage(await response.text())
  const links = [...document.querySelectorAll('a[href^="/"]:not([rel="nofollow"])')].map(
    (anchor) => anchor.getAttribute('href') ?? '',
  )
  return { status: response.status, document, links }
}

test('every link of a page leads to a page without an error', async () => {
  const origin = await startPages()
  const seen = new Set<string>()
  const queue = [...STARTS]
  for (let path = queue.shift(); path !== undefined && seen.size < 32; path = queue.shift()) {
    if (seen.has(path)) continue
    seen.add(path)
    const { status, document, links } = await openPage(origin, path)
    expect(status, path).toBe(200)
    expect(document.querySelector('[role="alert"]'), `${path} failed`).toBeNull()
    expect(document.body.textContent, path).not.toContain('No records found')
    expect(document.querySelector('h1')?.textContent, path).not.toMatch(
      /^(Page not found|Not a|Something went wrong)/,
    )
    expect(document.title, path).toMatch(/\S · Cairn$/)
    const dataLinks = links.filter((link) => /^\/(metadata|runes)\//.test(link))
    for (const link of dataLinks) {
      // The list of all runes needs their whole history, which the snapshot lacks.
      const status = link.startsWith('/runes/v1/etchings?') ? 501 : 200
      expect((await fetch(origin + link)).status, link).toBe(status)
    }
    // Pages link to thousands of similar transactions, so only the first ones are opened. Views of complete
    // lists have their own tests.
    const others = links.filter((link) => !dataLinks.includes(link) && !link.includes('view='))
    queue.push(...others.filter((link) => !link.startsWith('/tx/')))
    queue.push(...others.filter((link) => link.startsWith('/tx/')).slice(0, 2))
  }
  expect(seen.size).toBe(32)
})
