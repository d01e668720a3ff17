import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { hasPage } from '../links.ts'
import { Announcer } from '../ui/announcer.tsx'
import { Mark } from '../ui/Mark.tsx'
import { SearchBox } from '../ui/SearchBox.tsx'
import { Footer } from './Footer.tsx'

/** What surrounds every page: skip link, header with the search box, main, footer. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname, search } = useLocation()
  const query = pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : ''
  useMark()
  useLinks()
  useScroll()
  useHeadingFocus(pathname)
  useSearchKey()

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
          <a href="/" className="flex items-center gap-2 text-lg font-semibold">
            <Mark />
            Cairn
          </a>
          <div className="order-last flex w-full sm:order-none sm:w-auto sm:max-w-2xl sm:grow">
            {pathname !== '/' && (
              <SearchBox
                defaultValue={query}
                label="Search tokens, transactions, blocks and runes"
                placeholder="Principal, transaction, block, rune or name"
              />
            )}
          </div>
          <nav aria-label="Site" className="ms-auto">
            <a
              href="/api"
              aria-current={pathname === '/api' ? 'page' : undefined}
              className="link flex min-h-6 items-center"
            >
              API
            </a>
          </nav>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-7xl grow px-4 py-6 outline-none"
      >
        {children}
      </main>
      <Footer />
      <Announcer />
    </div>
  )
}

/** Notes when the page begins to answer, for whoever measures or waits. */
function useMark(): void {
  // The browser's own timeline is outside React.
  useEffect(() => {
    performance.mark('interactive')
  }, [])
}

/**
 * Follows the links to our own pages without loading them anew. One listener for all: a table of
 * hundreds of links that each knew the router would be slow to draw and slow to leave.
 */
function useLinks(): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // Links are followed by the document, outside React.
  useEffect(() => {
    function follow(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (link === null || event.defaultPrevented || event.button !== 0 || isModified) return
      if (link.target !== '' || link.origin !== location.origin || !hasPage(link.pathname)) return
      const isHere = link.pathname === pathname && link.search === search
      // A place on this page is for the browser to go to.
      if (isHere && link.hash !== '') return
      event.preventDefault()
      navigate(link.pathname + link.search + link.hash, { replace: isHere })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate, pathname, search])
}

/** A new path is read from its top, a page turned stays where it is, and going back leads to where one was. */
function useScroll(): void {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const places = useRef(new Map<string, number>())
  const shown = useRef(pathname)
  // The window's place is outside React.
  useLayoutEffect(() => {
    const place = places.current.get(key)
    if (type === 'POP' && place !== undefined) scrollTo(0, place)
    else if (shown.current !== pathname) scrollTo(0, 0)
    shown.current = pathname
    const remember = () => places.current.set(key, scrollY)
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [key, pathname, type])
}

/** On a new path, not on a new query, the focus goes to the heading, so that it is read. */
function useHeadingFocus(pathname: string): void {
  const shown = useRef(pathname)
  // The document's focus is outside React.
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.querySelector('h1')?.focus({ preventScroll: true })
  }, [pathname])
}

/** `/` goes to the search box and Escape leaves it, unless the reader is writing elsewhere. */
function useSearchKey(): void {
  // Keys are pressed on the document, outside React.
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const target = event.target
      const search = document.querySelector<HTMLInputElement>('input[name="q"]')
      if (event.key === 'Escape' && target === search) {
        // Left to itself the browser would empty the box, too.
        event.preventDefault()
        search?.blur()
      }
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      if (target instanceof HTMLElement && target.closest('input, textarea, select')) return
      event.preventDefault()
      search?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
