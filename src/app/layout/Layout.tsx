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
import { canonicalPath } from '../links.ts'
import { UpdatePrompt } from '../offline/UpdatePrompt.tsx'
import { SearchBox } from '../search/SearchBox.tsx'
import { Announcer } from '../ui/announcer.tsx'
import { Mark } from '../ui/Mark.tsx'
import { ShareButton } from '../ui/ShareButton.tsx'
import { isShortcut } from '../ui/shortcuts.ts'
import { Connection } from './Connection.tsx'
import { Footer } from './Footer.tsx'
import { Help } from './Help.tsx'

/** What surrounds every page: skip link, header with the search box, main, footer. */
export function Layout() {
  const { pathname, search } = useLocation()
  const query = pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : ''
  const [isHelpOpen, setHelpOpen] = useState(false)
  useInteractiveMark()
  useFocus()
  useKeys(setHelpOpen)

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="button sr-only z-10 focus:not-sr-only focus:absolute focus:start-2 focus:top-2"
      >
        Skip to the content
      </a>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2.5">
          <Link to="/" className="flex items-center gap-2 text-lg font-semibold">
            <Mark />
            Cairn
          </Link>
          <div className="order-last flex w-full sm:order-none sm:w-auto sm:max-w-2xl sm:grow">
            {pathname !== '/' && (
              <SearchBox
                defaultValue={query}
                label="Search tokens, transactions, blocks and runes"
                placeholder="Principal, transaction, block, rune or name"
              />
            )}
          </div>
          <div className="ms-auto">
            <ShareButton />
          </div>
          <nav aria-label="Site">
            <Link
              to="/api"
              aria-current={pathname === '/api' ? 'page' : undefined}
              className="link flex min-h-6 items-center"
            >
              API
            </Link>
          </nav>
        </div>
        <Connection />
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
      {/* Without the hash, all places of a page that its own anchors lead to would have one key. */}
      <ScrollRestoration getKey={({ key, hash }) => key + hash} />
    </div>
  )
}

/** The page of the address, or the way to the one form of it. */
function Page() {
  const { pathname, search, hash } = useLocation()
  const canonical = canonicalPath(pathname, search)
  if (canonical === undefined) return <Outlet />
  return <Navigate to={canonical.includes('#') ? canonical : canonical + hash} replace />
}

/** A line across the top while the code of the next page is loading, unless it comes at once. */
function PendingBar() {
  if (useNavigation().state === 'idle') return null
  return (
    <div className="fixed inset-x-0 top-0 z-10 h-0.5 animate-[appear_0s_200ms_backwards] bg-accent" />
  )
}

/** Marks on the browser's timeline when the page responds to the reader. */
function useInteractiveMark(): void {
  // The timeline is outside React.
  useEffect(() => void performance.mark('interactive'), [])
}

/** The link that was followed from a page, and the row of the table that it stood in. */
type Followed = { href: string; row: string | undefined }

/**
 * On a new path, not on a new query, the focus goes to the heading, so that it is read; going back, to
 * the link that was followed from there.
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
      // Where a browser goes back to a place on a page it takes the focus away, in its next frame.
      if (left) requestAnimationFrame(() => setTimeout(() => findFollowed(left)?.focus()))
    }
    shown.current = pathname
    function remember({ target }: MouseEvent) {
      const link = target instanceof Element ? target.closest('a') : null
      if (link !== null) followed.current.set(key, { href: link.href, row: link.closest('tr')?.id })
    }
    // Before the link is followed, which leads to the next page at once.
    document.addEventListener('click', remember, true)
    return () => document.removeEventListener('click', remember, true)
  }, [key, pathname, type])
}

/** The same link where it still is; in the details of a row, which are closed by now, that of the row. */
function findFollowed({ href, row = '' }: Followed): HTMLElement | undefined {
  const place = document.getElementById(row.replace('details', 'record'))
  const links = [...(place ?? document).querySelectorAll('a')]
  return links.find((link) => link.href === href) ?? (place === null ? undefined : links[0])
}

/**
 * Keys lead to what names them in `aria-keyshortcuts`, `?` shows them all, and Escape leaves the search
 * box; but for Escape never while the reader writes, and never those that scroll what has the focus.
 */
function useKeys(setHelpOpen: (isOpen: boolean) => void): void {
  // Keys are pressed on the document, outside React.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, target } = event
      if (!(target instanceof Element)) return
      if (key === 'Escape' && target.matches('[aria-keyshortcuts="/"]')) {
        // Left to itself the browser would empty the box, too.
        event.preventDefault()
        if (target instanceof HTMLElement) target.blur()
      }
      if (!isShortcut(event)) return
      const scrolls = target.closest('section[tabindex]') !== null
      if (key.startsWith('Arrow') && (event.shiftKey || scrolls)) return
      if (key === '?') return setHelpOpen(true)
      const named = [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')].find(
        (element) => element.getAttribute('aria-keyshortcuts') === key,
      )
      if (named === undefined) return
      event.preventDefault()
      if (named instanceof HTMLInputElement) named.focus()
      else named.click()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [setHelpOpen])
}
