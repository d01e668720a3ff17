import { visit } from './renderAt.tsx'
import { demoData } from './servedData.ts'

/** The rune of the demo chain with the most movements in a day, among those that `mint` selects. */
export async function visitDemo(mint?: 'mintable' | 'minted-out', search = '') {
  const page = await visit('/about', { data: demoData() })
  const given = { order_by: 'day_movements', limit: 1, ...(mint && { mint }) } as const
  const { results } = await page.client.get('runes', given)
  const id = results[0]?.id ?? ''
  await page.navigate(`/rune/${id}${search}`)
  return { ...page, rune: await page.client.get('runeDetails', { rune: id }) }
}
