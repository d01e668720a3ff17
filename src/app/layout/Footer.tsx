import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router-dom'
import { onDemand } from '../onDemand.tsx'
import { aboutQuery } from '../queries.ts'
import { useApi } from '../surroundings.ts'
import { Numeral } from '../ui/numbers.tsx'
import { openHelp } from './openHelp.ts'

const FooterTools = onDemand(async () => (await import('./FooterTools.tsx')).FooterTools)

/** Which service the pages talk to and what data that is, as far as the service tells. */
export function Footer() {
  return (
    <footer className="border-t border-line bg-surface text-sm text-muted">
      <div className="mx-auto max-w-7xl stack-1 px-4 py-4">
        {/* As high as it may become: what it says later moves nothing. */}
        <p className="min-h-10 sm:min-h-5">
          <DataSource />
        </p>
        <p>
          Token names, texts and pictures are written by strangers. Cairn shows them, it does not
          vouch for them.
        </p>
        <div className="flex min-h-9 flex-wrap items-center gap-x-6 gap-y-2">
          <a href="/device" className="link inline-flex min-h-6 items-center">
            Kept on this device
          </a>
          <FooterTools onHelp={openHelp} />
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
      <a href="/" className="link">
        Data on {baseUrl || 'this server'}
      </a>
      {/* Changes with every block. The pages that the service renders stay the same without it; only
          the start page is about it. */}
      {(isHydrated || pathname === '/') && <Holdings />}
    </>
  )
}

function Holdings() {
  const { data: about } = useQuery(aboutQuery(useApi()))
  if (about === undefined) return null
  const isSnapshot = about.source === 'snapshot'
  return (
    <>
      : {isSnapshot && 'a bundled snapshot of '}
      <Numeral value={about.tokens} /> tokens and <Numeral value={about.records} /> rune records.
      {isSnapshot && ' Not live.'}
    </>
  )
}

function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}

function subscribeToNothing(): () => void {
  return () => {}
}
