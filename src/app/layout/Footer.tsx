import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'react-router-dom'
import { useApi, useAppContext } from '../appContext.ts'
import { HOLDINGS_LINK } from '../links.ts'
import { aboutQuery } from '../queries/directory.ts'
import { IndexedUpTo } from '../sources/IndexedUpTo.tsx'
import { LiveSource } from '../sources/LiveSource.tsx'
import { Count } from '../ui/numbers.tsx'
import { useIsHydrated } from '../ui/useIsHydrated.ts'
import { ThemeChoice } from './ThemeChoice.tsx'

/** The source of the data, and the settings for all pages. */
export function Footer({ onHelp }: { onHelp: () => void }) {
  return (
    <footer className="border-t border-line bg-surface text-sm text-muted">
      <div className="mx-auto max-w-7xl space-y-1 px-4 py-4">
        {/* Reserves the final height, so that nothing moves when the counts load. */}
        <p className="min-h-10 sm:min-h-5">
          <DataSource />
        </p>
        <p>
          Token names, texts and images come from the creators of the tokens. Cairn does not verify
          them.
        </p>
        <div className="flex min-h-9 flex-wrap items-center gap-x-6 gap-y-2">
          <Link to="/device" className="link inline-flex min-h-6 items-center">
            Stored on this device
          </Link>
          <button type="button" className="link min-h-6" onClick={onHelp}>
            Keyboard shortcuts
          </button>
          <ThemeChoice />
          <PrintNote />
        </div>
      </div>
    </footer>
  )
}

function DataSource() {
  const { baseUrl } = useApi()
  const { pathname } = useLocation()
  const isHydrated = useIsHydrated()
  return (
    <>
      <Link to={HOLDINGS_LINK} className="link">
        {baseUrl ? `Data from ${baseUrl}` : 'Data in this service'}
      </Link>
      {/* The counts change with every block. Server-rendered pages omit them, so that pages do not
          change with every block; only the home page is about them. */}
      {(isHydrated || pathname === '/') && <Holdings />}
    </>
  )
}

function Holdings() {
  const { data: about } = useQuery(aboutQuery(useApi()))
  if (about === undefined) return null
  const isSnapshot = about.source === 'snapshot'
  const isLive = about.upstream !== undefined
  return (
    <>
      : <LiveSource about={about} />
      {isSnapshot && 'a bundled snapshot of '}
      <Count value={about.tokens} one="token" /> and{' '}
      <Count value={about.records} one="rune record" />.{isSnapshot && !isLive && ' Not live.'}{' '}
      <IndexedUpTo about={about} />
    </>
  )
}

/** Where and when a printed page was read: paper has no address bar. */
function PrintNote() {
  const { origin } = useAppContext()
  const { pathname, search } = useLocation()
  const [printedAt, setPrintedAt] = useState<Date>()
  // The browser prints right after this event, before React would render.
  useEffect(() => {
    const note = () => flushSync(() => setPrintedAt(new Date()))
    addEventListener('beforeprint', note)
    return () => removeEventListener('beforeprint', note)
  }, [])
  return (
    // The service drops query parameters that the page does not know.
    <p suppressHydrationWarning className="hidden w-full print:block">
      {origin + pathname + search}
      {printedAt && `, printed at ${printedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`}
    </p>
  )
}
