import { Clock, TriangleAlert } from 'lucide-react'
import type { TokenDocument, TokenImage } from '../../../contract/schemas/token.ts'
import { Bone } from '../../ui/Skeleton.tsx'
import { Day, Time } from '../../ui/Time.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

type WaitingProps = { document: TokenDocument; isEmpty: boolean }

/** In the place of a document that has not been read yet, or beside the one that was read before it moved. */
export function WaitingDocument({ document, isEmpty }: WaitingProps) {
  return (
    <section aria-label="Metadata" aria-busy="true" className="panel space-y-3 p-4">
      {isEmpty && (
        <>
          <Bone className="block! h-3 w-3/4" />
          <Bone className="block! h-3 w-full" />
          <Bone className="block! h-3 w-1/2" />
        </>
      )}
      <p className="flex items-baseline gap-2 text-sm text-muted">
        <Clock size={14} aria-hidden="true" className="shrink-0 self-center" />
        <span>
          Waiting for the {isEmpty ? '' : 'new '}metadata file from <Host uri={document.uri} />
        </span>
      </p>
    </section>
  )
}

type FailedProps = { what: 'metadata file' | 'image'; reading: TokenDocument | TokenImage }

/** Says why a document or an image was not read, and of when the one is that is shown. */
export function FailedReading({ what, reading }: FailedProps) {
  const { uri, problem = '', read_at, next_at } = reading
  const label = what === 'image' ? 'Image' : 'Metadata'
  return (
    <section aria-label={label} className="panel mt-4 flex gap-2 px-4 py-3 text-sm">
      <TriangleAlert size={14} aria-hidden="true" className="mt-[3px] shrink-0 text-warn" />
      <p className="min-w-0">
        The {what} was not read from {uri === undefined ? 'its document' : <Host uri={uri} />}.{' '}
        {problem}
        <span className="block text-muted">
          {read_at !== undefined && (
            <>
              What is shown was read <Time name="document.read_at" seconds={read_at} />.{' '}
            </>
          )}
          {next_at !== undefined && (
            <>
              Cairn tries again on <Day name="document.next_at" seconds={next_at} />.
            </>
          )}
        </span>
      </p>
    </section>
  )
}

/** The name of the host; a URI may be malformed, or name a network or nothing. */
function Host({ uri = '' }: { uri: string | undefined }) {
  const [, scheme = ''] = /^\s*([a-z]+):/i.exec(uri) ?? []
  const network = NETWORKS.get(scheme.toLowerCase())
  const host = URL.canParse(uri) ? new URL(uri).hostname : ''
  return <UntrustedText text={network ?? (host || uri)} maxLength={60} />
}

const NETWORKS = new Map([
  ['ipfs', 'IPFS'],
  ['ipns', 'IPFS'],
  ['ar', 'Arweave'],
  ['data', 'its contract'],
])
