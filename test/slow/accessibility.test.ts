import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createClient } from '../../src/contract/client.ts'
import { findViolations, overflowOf } from '../support/axe.ts'
import { FAILED_RESPONSE, open, startBrowsing } from '../support/browse.ts'
import { FAILURES, PAGES } from '../support/pages.ts'
import { demoData } from '../support/servedData.ts'
import { startService } from '../support/startService.ts'

const browse = startBrowsing(FAILED_RESPONSE)

type Look = { name: string; width: number; apply: (page: Page) => Promise<void> }

const LOOKS: Look[] = [
  look('light', 1280, (page) => page.emulateMedia({ colorScheme: 'light' })),
  look('light', 390, async () => {}),
  look('dark', 390, (page) => page.emulateMedia({ colorScheme: 'dark' })),
  look('dark', 1280, async () => {}),
  look('forced colours', 1280, (page) => page.emulateMedia({ forcedColors: 'active' })),
  look('right-to-left', 390, async (page) => {
    await page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' })
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl'
    })
  }),
]

function look(name: string, width: number, apply: Look['apply']): Look {
  return { name: `${name}, ${width} px`, width, apply }
}

async function expectAccessible(paths: string[], baseURL?: string): Promise<void> {
  const faults: string[] = []
  // So that no colour is still changing.
  const options = { reducedMotion: 'reduce' } as const
  await browse(baseURL === undefined ? options : { ...options, baseURL }, async (page) => {
    for (const path of paths) {
      await open(page, path)
      for (const { name, width, apply } of LOOKS) {
        await page.setViewportSize({ width, height: 900 })
        await apply(page)
        const overflow = await overflowOf(page)
        if (overflow > 0) faults.push(`${path}, ${name}: ${overflow} px too wide`)
        const found = await findViolations(page)
        // There the reader chose the colours; axe reads those of the style sheet.
        const isChosen = (fault: string) =>
          name.startsWith('forced') && /^color-contrast/.test(fault)
        const faulty = found.filter((fault) => !isChosen(fault))
        faults.push(...faulty.map((violation) => `${path}, ${name}: ${violation}`))
      }
    }
  })
  expect(faults, faults.join('\n')).toEqual([])
}

test.each([...PAGES, ...FAILURES])('%s is accessible in every look', async (path) => {
  await expectAccessible([path])
})

test('the pages of the demo chain are, too', async () => {
  const baseURL = await startService({ data: demoData() })
  const { examples } = await createClient({ baseUrl: baseURL }).get('about', {})
  const { block, tx_id, rune, address, output } = examples
  const paths = ['/', '/burns', '/cenotaphs', `/block/${block}`, `/tx/${tx_id}`, `/rune/${rune}`]
  await expectAccessible([...paths, `/address/${address}`, `/output/${output}`], baseURL)
})

test('opened popovers, suggestions and details are accessible', async () => {
  const faults: string[] = []
  await browse({}, async (page) => {
    for (const [path, name] of [
      ['/block/840002', 'Filter'],
      ['/block/840002', 'Export'],
      ['/block/840002', 'More'],
      ['/rune/840002:304', 'Mintable at block 840,007'],
      ['/about', 'Settings'],
    ] as const) {
      await open(page, path)
      await page.getByRole('button', { name, exact: true }).first().click()
      faults.push(...(await findViolations(page)).map((it) => `${path}, ${name}: ${it}`))
    }
    await open(page, '/about')
    await page.getByRole('combobox', { name: 'Search' }).fill('dog')
    await page.getByRole('option').first().waitFor()
    faults.push(...(await findViolations(page)).map((it) => `suggestions: ${it}`))
  })
  expect(faults, faults.join('\n')).toEqual([])
})

test('nothing moves for readers who want no motion', async () => {
  await browse({ reducedMotion: 'reduce' }, async (page) => {
    await open(page, '/block/840002?row=first')
    const durations = await page.evaluate(() =>
      [...document.querySelectorAll('*')].flatMap((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element)
        return (
          [animationDuration, transitionDuration]
            .flatMap((it) => it.split(','))
            // What the reader's own scrolling drives takes no time.
            .filter((it) => it !== 'auto')
            .map(parseFloat)
        )
      }),
    )
    expect(Math.max(...durations)).toBeLessThan(0.02)
  })
})
