import { Star } from 'lucide-react'
import { Link } from 'react-router-dom'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import { favourites, pageKeyOf, type SavedLink, visits } from './savedLinks.ts'

type Chip = Pick<SavedLink, 'to' | 'title'> & { isFavourite?: boolean }

const MAX_CHIPS = 8

/** Favourites and recent pages. The server does not know them, so they come later. */
export function YourPages() {
  const saved = useSaved()
  return saved.length > 0 && <Chips label="Your pages" chips={saved} />
}

/** Ways on from a page that has nothing else. */
export function OtherPages() {
  return (
    <>
      <YourPages />
      <nav aria-label="Go to" className="mt-8 phone:mt-5">
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4 phone:gap-2">
          {WAYS_ON.map(({ to, title, text }) => (
            <li key={to} className="panel relative px-4 py-3 hover:bg-sunken">
              <Link to={to} className="font-semibold after:absolute after:inset-0">
                {title}
              </Link>
              <p className="text-sm text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

const WAYS_ON = [
  { to: '/', title: 'Home', text: 'The latest blocks, and what just happened' },
  { to: '/blocks', title: 'Newest blocks', text: 'What each of them moved, minted and burned' },
  { to: '/runes', title: 'Runes', text: 'By holders, by movements, or still mintable' },
  { to: '/tokens', title: 'Tokens', text: 'SIP-010 tokens of Stacks and their metadata' },
]

/** Favourites first. */
function useSaved(): Chip[] {
  const starred = favourites.use()
  const keys = new Set(starred.map(({ to }) => pageKeyOf(to)))
  const others = visits.use().filter(({ to }) => !keys.has(pageKeyOf(to)))
  return [...starred.map((link) => ({ ...link, isFavourite: true })), ...others].slice(0, MAX_CHIPS)
}

function Chips({ label, chips }: { label: string; chips: Chip[] }) {
  return (
    <nav aria-label={label}>
      <ul className="mt-10 flex flex-wrap items-center gap-2">
        <li className="text-sm text-muted">{label}</li>
        {chips.map(({ to, title, isFavourite }) => (
          <li key={to} className="max-w-64">
            <Link to={to} className="chip max-w-full text-ink">
              {isFavourite && (
                <Star
                  size={13}
                  aria-label="Favourite"
                  className="shrink-0 fill-current text-warn"
                />
              )}
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
