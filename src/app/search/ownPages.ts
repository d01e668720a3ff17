import type { SearchRow } from './SearchRow.tsx'

/** The pages that no identifier leads to. */
const OWN_PAGES = [
  { to: '/blocks', title: 'Blocks' },
  { to: '/cenotaphs', title: 'Cenotaphs' },
  { to: '/pending', title: 'Pending' },
  { to: '/runes', title: 'Runes' },
  { to: '/burns', title: 'Burns' },
  { to: '/names', title: 'Names' },
  { to: '/compare', title: 'Compare' },
  { to: '/tokens', title: 'Tokens' },
  { to: '/decode', title: 'Decode' },
  { to: '/settings', title: 'Settings' },
  { to: '/about', title: 'About' },
  { to: '/api', title: 'API' },
]

/** Fewer letters are the beginning of too much else. */
const MIN_LETTERS = 4

/** The pages of the explorer whose names begin with a text, or are the text. */
export function ownPages(text: string): SearchRow[] {
  const typed = text.toLowerCase()
  return OWN_PAGES.filter(({ title }) => {
    const name = title.toLowerCase()
    return name === typed || (typed.length >= MIN_LETTERS && name.startsWith(typed))
  }).map((page) => ({ ...page, kind: 'Page' }))
}
