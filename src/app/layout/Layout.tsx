import { Menu, Settings } from 'lucide-react'
import { useEffect, useRef } from 'react'
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
import { Patterns } from '../figures/Patterns.tsx'
import { UpdatePrompt } from '../offline/UpdatePrompt.tsx'
import { findKey } from '../search/findKey.ts'
import { SearchBox } from '../search/SearchBox.tsx'
import { Announcer } from '../ui/announcer.tsx'
import { LIST_ID } from '../ui/DataTable.tsx'
import { Popover } from '../ui/Popover.tsx'
import { Toast } from '../ui/toast.tsx'
import { useKeyboardShortcuts } from './keyboardShortcuts.ts'
import { Logo } from './Logo.tsx'
import { useFollowTip } from './live.ts'
import { densitySetting, SettingsForm } from './SettingsForm.tsx'
import { StatusPill } from './StatusPill.tsx'

export function Layout() {
  const { pathname, search } = useLocation()
  const query = pathname === '/search' ? (new URLSearchParams(search).get('q') ?? '') : ''
  // For tools that wait until the page is interactive.
  useEffect(() => void performance.mark('interactive'), [])
  useFocus()
  useKeyboardShortcuts()
  useFollowTip()

  return (
    <div className="flex min-h-dvh flex-col" data-density={densitySetting.use()}>
      <Patterns />
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <a href={`#${LIST_ID}`} className="skip-link">
        Skip to the table
      </a>
      {/* The search box stays in place whatever the pill says. */}
      <header className="sticky top-0 z-10 flex h-14 items-center gap-3 border-b border-line bg-surface px-6 phone:gap-1 phone:px-4 print:static print:px-0">
        <div className="flex shrink-0 grow basis-0 items-center gap-5 phone:grow-0 phone:basis-auto">
          <Link to="/" className="flex items-center gap-2 text-lg font-semibold whitespace-nowrap">
            <Logo />
            <span className={pathname === '/' ? '' : 'max-[30rem]:sr-only'}>Cairn</span>
          </Link>
          <nav aria-label="Site" className="flex gap-1 max-lg:hidden">
            {SITE_LINKS.map((link) => (
              <SiteLink key={link.to} {...link} className="min-h-8 px-2.5 text-base" />
            ))}
          </nav>
        </div>
        <div className="flex w-full max-w-110 min-w-0 phone:mx-1 phone:max-w-none">
          {pathname !== '/' && <SearchBox defaultValue={findKey(query) ? '' : query} />}
        </div>
        <div className="flex shrink-0 grow basis-0 items-center justify-end gap-3 phone:grow-0 phone:basis-auto phone:gap-1">
          <StatusPill />
          <div className="needs-scripts max-lg:hidden">
            <Popover
              className="button icon-button"
              name="Settings"
              title="Settings"
              align="end"
              label={<Settings size={16} aria-hidden="true" />}
            >
              <div className="mt-3">
                <SettingsForm />
                <Link to="/settings" className="link mt-4 inline-block text-sm">
                  Shortcuts and stored data
                </Link>
              </div>
            </Popover>
          </div>
          <div className="lg:hidden">
            <Popover
              className="button icon-button border-transparent"
              name="Menu"
              align="end"
              width="menu"
              label={<Menu size={18} aria-hidden="true" />}
            >
              <nav aria-label="Menu" className="grid min-w-48">
                {[...SITE_LINKS, ...FOOTER_LINKS].map((link) => (
                  <SiteLink key={link.to} {...link} className="min-h-11 px-3" />
                ))}
              </nav>
            </Popover>
          </div>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto w-full max-w-[78rem] grow px-6 pt-4 pb-12 phone:px-4 phone:pt-2"
      >
        <Page />
      </main>
      <Footer />
      <Announcer />
      <Toast />
      <UpdatePrompt />
      <PendingBar />
      {/* With the hash, each anchor on a page has its own scroll position. */}
      <ScrollRestoration getKey={({ key, hash }) => key + hash} />
    </div>
  )
}

const SITE_LINKS = [
  { to: '/blocks', name: 'Blocks', pages: /^\/(blocks?|cenotaphs|tx|output)(\/|$)/ },
  { to: '/runes', name: 'Runes', pages: /^\/(runes?|burns|names|compare)(\/|$)/ },
  { to: '/tokens', name: 'Tokens', pages: /^\/tokens?(\/|$)/ },
  { to: '/api', name: 'API', pages: /^\/api$/ },
]

const FOOTER_LINKS = [
  { to: '/about', name: 'About' },
  { to: '/names', name: 'Names' },
  { to: '/burns', name: 'Burns' },
  { to: '/cenotaphs', name: 'Cenotaphs' },
  { to: '/decode', name: 'Decode' },
  { to: '/settings', name: 'Settings' },
]

type SiteLinkProps = { to: string; name: string; pages?: RegExp; className: string }

/** Marked on its page, and on pages below it. */
function SiteLink({ to, name, pages, className }: SiteLinkProps) {
  const { pathname } = useLocation()
  const isBelow = pages?.test(pathname) === true
  return (
    <Link
      to={to}
      aria-current={pathname === to ? 'page' : isBelow ? 'true' : undefined}
      className={`flex items-center rounded-md font-medium whitespace-nowrap text-muted hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink forced-colors:aria-[current]:underline ${className}`}
    >
      {name}
    </Link>
  )
}

function Footer() {
  return (
    <footer className="mx-auto flex w-full max-w-[78rem] flex-wrap items-center gap-x-3 gap-y-1 px-6 py-6 text-xs text-muted phone:px-4 print:hidden">
      <span className="grow">Token texts and images come from their creators, unverified.</span>
      {FOOTER_LINKS.map(({ to, name }) => (
        <Link key={to} to={to} className="quiet-link inline-flex min-h-6 items-center">
          {name}
        </Link>
      ))}
    </footer>
  )
}

/** The page at the address, or a redirect to the canonical path. */
function Page() {
  const { pathname, search, hash } = useLocation()
  const canonical = canonicalPath(pathname, search)
  if (canonical === undefined) return <Outlet />
  return <Navigate to={canonical + hash} replace />
}

/** A line across the top while the code of the next page loads, shown after a moment. */
function PendingBar() {
  if (useNavigation().state === 'idle') return null
  return <div className="appear-late fixed inset-x-0 top-0 z-30 h-0.5 bg-accent" />
}

/**
 * Moves the focus on a new path, but not on a new query: to the heading, so that screen readers read it;
 * after going back, to the link that the reader followed.
 */
function useFocus(): void {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const followed = useRef(new Map<string, string>())
  const shown = useRef(pathname)
  const stopWaiting = useRef(() => {})
  useEffect(() => {
    const left = type === 'POP' ? followed.current.get(key) : undefined
    if (shown.current !== pathname) {
      stopWaiting.current()
      stopWaiting.current = focusHeading()
      // When a browser goes back to an anchor, it moves the focus in its next frame.
      if (left) requestAnimationFrame(() => setTimeout(() => linkTo(left)?.focus()))
    }
    shown.current = pathname
    function remember({ target }: MouseEvent) {
      const link = target instanceof Element ? target.closest('a') : null
      if (link !== null) followed.current.set(key, link.href)
    }
    // In the capture phase, before the router follows the link.
    document.addEventListener('click', remember, true)
    return () => document.removeEventListener('click', remember, true)
  }, [key, pathname, type])
}

/** Focuses the heading; one that is still loading once it is there, unless the reader went elsewhere meanwhile. */
function focusHeading(): () => void {
  const focused = document.activeElement
  const observer = new MutationObserver(focus)
  function focus() {
    const heading = document.querySelector('h1')
    if (heading === null) return
    observer.disconnect()
    const isElsewhere = ![focused, document.body].includes(document.activeElement)
    if (!isElsewhere) heading.focus({ preventScroll: true })
  }
  observer.observe(document.body, { childList: true, subtree: true })
  focus()
  return () => observer.disconnect()
}

function linkTo(href: string): HTMLAnchorElement | undefined {
  return [...document.querySelectorAll('a')].find((link) => link.href === href)
}
