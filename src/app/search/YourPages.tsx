import { Link } from 'react-router-dom'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import { favourites, pageKeyOf, type SavedLink, visits } from './savedLinks.ts'

type Chip = Pick<SavedLink, 'to' | 'title'>

const MAX_CHIPS = 8

/** Favourites and recent pages. The server does not know them, so they come later. */
export function YourPages() {
  const saved = useSaved()
  return saved.length > 0 && <Chips label="Your pages" chips={saved} />
}

/** Ways on from a page that has nothing else. */
export function OtherPages() {
  const saved = useSaved()
  return saved.length > 0 ? (
    <Chips label="Your pages" chips={saved} />
  ) : (
    <Chips label="Go to" chips={LISTS} />
  )
}

const LISTS: Chip[] = [
  { to: '/blocks', title: 'Newest blocks' },
  { to: '/runes', title: 'Runes' },
  { to: '/tokens', title: 'Tokens' },
]

function useSaved(): SavedLink[] {
  const starred = favourites.use()
  const isStarred = ({ to }: SavedLink) =>
    starred.some((link) => pageKeyOf(link.to) === pageKeyOf(to))
  return [...starred, ...visits.use().filter((link) => !isStarred(link))].slice(0, MAX_CHIPS)
}

function Chips({ label, chips }: { label: string; chips: Chip[] }) {
  return (
    <nav aria-label={label}>
      <ul className="mt-10 flex flex-wrap items-center gap-2">
        <li className="text-sm text-muted">{label}</li>
        {chips.map(({ to, title }) => (
          <li key={to} className="max-w-64">
            <Link to={to} className="chip max-w-full text-ink">
              <span className="truncate">
                <UntrustedText text={title} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
