import { expect, test } from 'vitest'
import { FAILED_RESPONSE, open, startBrowsing } from '../support/browse.ts'

const browse = startBrowsing(FAILED_RESPONSE)

const PAGES = [
  '/',
  '/token/SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin',
  '/tx/1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b',
  '/block/849250',
  '/rune/999999999:10001',
  '/address/1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  '/tokens',
  '/runes',
  '/blocks',
  '/search?q=dog',
  '/device',
  '/wallet',
]

test('each page names all scripts that hydrate it', async () => {
  await browse({}, async (page) => {
    for (const path of PAGES) {
      await open(page, path)
      const { loaded, unnamed } = await page.evaluate(() => {
        const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')]
        const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
        const named = [...links.map(({ href }) => href), ...scripts.map(({ src }) => src)]
        const [interactive] = performance.getEntriesByName('interactive')
        const loaded = performance
          .getEntriesByType('resource')
          .filter(({ startTime }) => startTime < (interactive?.startTime ?? 0))
          .map(({ name }) => name)
          .filter((name) => name.endsWith('.js'))
        return { loaded, unnamed: loaded.filter((name) => !named.includes(name)) }
      })
      expect(loaded.length, path).toBeGreaterThan(0)
      expect(unnamed, path).toEqual([])
    }
  })
})
