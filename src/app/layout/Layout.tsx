import { useEffect, useRef, useState } from 'react'
import {
  Link,
  Navigate,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useNavigationType,
} from 'react-router-dom'
import { canonicalPath } from '../canonicalPath.ts'
import { UpdatePrompt } from '../offline/UpdatePrompt.tsx'
import { SearchBox } from '../search/SearchBox.tsx'
import { Announcer } from '../ui/announcer.tsx'
import { Logo } from '../ui/Logo.tsx'
import { ShareButton } from '../ui/ShareButton.tsx'
import { Footer } from './Footer.tsx'
import { Help } from './Help.tsx'
import { useKeyboardShortcuts } from './keyboardShortcuts.ts'
import { OfflineNotice } from './OfflineNotice.tsx'

/** The frame of every page: skip link, header with the search box, main, footer. */
export function Layout() {
  const { pathname, search } = useLocation()
  const query = pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : ''
  const [isHelpOpen, setHelpOpen] = useState(false)
  useInteractiveMark()
  useFocus()
  useKeyboardShortcuts(setHelpOpen)

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="button sr-only z-10 focus:not-sr-only focus:absolute focus:start-2 focus:top-2"
      >
        Skip to content
      </a>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2.5">
          <Link to="/" className="flex items-center gap-2 text-lg font-semibold">
            <Logo />
            Cairn
          </Link>
          <div className="order-last flex w-full sm:order-none sm:w-auto sm:max-w-2xl sm:grow">
            {pathname !== '/' && <SearchBox defaultValue={query} />}
          </div>
          <div className="ms-auto">
            <ShareButton />
          </div>
          <SiteLinks />
        </div>
        <OfflineNotice />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-7xl grow px-4 py-6 outline-none"
      >
        <Page />
      </main>
      <Footer onHelp={() => setHelpOpen(true)} />
      <Announcer />
      <UpdatePrompt />
      {isHelpOpen && <Help onClose={() => setHelpOpen(false)} />}
      <PendingBar />
      {/* With the hash, each anchor on a page has its own scroll position. */}
      <ScrollRestoration getKey={({ key, hash }) => key + hash} />
    </div>
  )
}

function SiteLinks() {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Site" className="flex flex-wrap gap-x-5">
      {SITE_LINKS.map(({ to, name }) => (
        <Link
          key={to}
          to={to}
          aria-current={pathname === to ? 'page' : undefined}
          className="link flex min-h-6 items-center aria-[current=page]:decoration-current aria-[current=page]:decoration-2"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

const SITE_LINKS = [
  { to: '/tokens', name: 'Tokens' },
  { to: '/runes', name: 'Runes' },
  { to: '/blocks', name: 'Blocks' },
  { to: '/api', name: 'API' },
]

/** The page at the address, or a redirect to the canonical path. */
function Page() {
  const { pathname, search, hash } = useLocation()
  const canonical = canonicalPath(pathname, search)
  if (canonical === undefined) return <Outlet />
  return <Navigate to={canonical.includes('#') ? canonical : canonical + hash} replace />
}

/** A line across the top while the code of the next page loads, shown after 200 ms. */
function PendingBar() {
  if (useNavigation().state === 'idle') return null
  return (
    <div className="fixed inset-x-0 top-0 z-10 h-0.5 animate-[appear_0s_200ms_backwards] bg-accent" />
  )
}

/** Adds a performance mark when the page becomes interactive. */
function useInteractiveMark(): void {
  // The timeline is outside React.
  useEffect(() => void performance.mark('interactive'), [])
}

/** A link that the reader followed, and the id of its table row. */
type Followed = { href: string; row: string | undefined }

/**
 * Moves the focus on a new path, but not on a new query: to the heading, so that screen readers read it;
 * after going back, to the link that the reader followed.
 */
function useFocus(): void {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const followed = useRef(new Map<string, Followed>())
  const shown = useRef(pathname)
  // The document's focus is outside React.
  useEffect(() => {
    const left = type === 'POP' ? followed.current.get(key) : undefined
    if (shown.current !== pathname) {
      document.querySelector('h1')?.focus({ preventScroll: true })
      // When a browser goes back to an anchor, it moves the focus in its next frame.
      if (left) requestAnimationFrame(() => setTimeout(() => findFollowed(left)?.focus()))
    }
    shown.current = pathname
    function remember({ target }: MouseEvent) {
      const link = target instanceof Element ? target.closest('a') : null
      if (link !== null) followed.current.set(key, { href: link.href, row: link.closest('tr')?.id })
    }
    // In the capture phase, before the router follows the link.
    document.addEventListener('click', remember, true)
    return () => document.removeEventListener('click', remember, true)
  }, [key, pathname, type])
}

/** The followed link. If it was in the details of a row, which are closed now, the link of the row. */
function findFollowed({ href, row = '' }: Followed): HTMLElement | undefined {
  const rowElement = document.getElementById(row.replace('details', 'record'))
  const links = [...(rowElement ?? document).querySelectorAll('a')]
  return links.find((link) => link.href === href) ?? (rowElement === null ? undefined : links[0])
}
