import { useQuery } from '@tanstack/react-query'
import { onDemand } from '../onDemand.tsx'
import { aboutQuery } from '../queries.ts'
import { useApi } from '../surroundings.ts'
import { Numeral } from '../ui/numbers.tsx'
import { openHelp } from './openHelp.ts'

const FooterTools = onDemand(async () => (await import('./FooterTools.tsx')).FooterTools)

/** Which service the pages talk to and what data that is, as far as the service tells. */
export function Footer() {
  const api = useApi()
  const { data: about } = useQuery(aboutQuery(api))
  return (
    <footer className="border-t border-line bg-surface text-sm text-muted">
      <div className="mx-auto max-w-7xl stack-1 px-4 py-4">
        <p>
          Data from <span className="font-mono text-xs">{api.baseUrl || 'this address'}</span>
          {about !== undefined && (
            <>
              : a {about.source} of <Numeral value={about.tokens} /> tokens and{' '}
              <Numeral value={about.records} /> rune records in{' '}
              <Numeral value={about.blocks.length} /> blocks. Blocks are not complete; samples are
              labelled.
            </>
          )}
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
