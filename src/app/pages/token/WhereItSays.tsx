import { TriangleAlert } from 'lucide-react'
import type { Token } from '../../../contract/token.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Amount } from '../../ui/numbers.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { type Comparison, compareSources } from './compareSources.ts'

/**
 * Which of its sources says what of the token, and where they disagree. `token` is in its default
 * locale.
 */
export function WhereItSays({ token }: { token: Token }) {
  const comparisons = compareSources(token)
  const different = comparisons.filter(({ verdict }) => verdict === 'different')
  return (
    <>
      {comparisons.length > 0 && (
        <p className="pb-1">
          {different.length === 0 ? (
            'The contract and its document agree, as far as both speak.'
          ) : (
            <strong className="inline-flex items-start gap-1.5 text-send">
              <TriangleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
              <span>
                The contract and its document disagree on{' '}
                {different.map(({ field }) => field.toLowerCase()).join(', ')}.
              </span>
            </strong>
          )}
        </p>
      )}
      <Facts>
        {comparisons.map((comparison) => (
          <Fact key={comparison.field} name={comparison.field}>
            <Sides {...comparison} />
          </Fact>
        ))}
        <ImageHosts token={token} />
      </Facts>
    </>
  )
}

/** Both texts where they differ; where they do not, the reader has seen it above. */
function Sides({ field, verdict, onChain, inDocument, note }: Comparison) {
  if (verdict === 'same') return note
  if (verdict === 'one side' && onChain !== undefined) {
    return <span className="text-muted">{note}</span>
  }
  const isAmount = field === 'Total supply'
  return (
    <>
      {[
        ['On chain', onChain],
        ['Document', inDocument],
      ].map(
        ([side, text]) =>
          text !== undefined && (
            <p key={side} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-2">
              <span className="text-sm text-muted">{side}</span>
              <span className="font-semibold">
                {isAmount ? <Amount digits={text} /> : <UntrustedText text={text} />}
              </span>
            </p>
          ),
      )}
      <p className={`text-sm ${verdict === 'different' ? 'text-send' : 'text-muted'}`}>{note}</p>
    </>
  )
}

function ImageHosts({ token }: { token: Token }) {
  const addresses = [
    ['Thumbnail', token.image_thumbnail_uri],
    ['Image', token.image_uri],
    ['Canonical', token.image_canonical_uri],
    ['Document', token.metadata?.image],
  ].filter(([, address]) => address)
  const canonical = token.image_canonical_uri
  const own = token.metadata?.image
  if (addresses.length === 0) return null
  return (
    <Fact name="Images">
      {addresses.map(([role, address = '']) => (
        <p key={role} className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-2">
          <span className="text-sm text-muted">{role}</span>
          <UntrustedText text={placeOf(address)} />
        </p>
      ))}
      {canonical && own && canonical !== own && (
        <p className="text-sm text-send">
          The canonical address is not the one that the document names.
        </p>
      )}
    </Fact>
  )
}

/** Where a picture is: the host that is asked for it, or what stands in place of one. */
function placeOf(address: string): string {
  if (!URL.canParse(address)) return 'no complete address'
  const { protocol, host } = new URL(address)
  if (protocol === 'data:') return 'in the answer itself'
  return /^https?:$/.test(protocol) ? host : `at no host (${protocol})`
}
