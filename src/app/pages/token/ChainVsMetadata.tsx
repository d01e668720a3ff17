import type { Token } from '../../../contract/token.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { joinWords } from '../../ui/joinWords.ts'
import { Amount } from '../../ui/numbers.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { type Comparison, compareSources } from './compareSources.ts'

/**
 * Compares the values in the contract and in the metadata. `token` must be in its default locale.
 */
export function ChainVsMetadata({ token }: { token: Token }) {
  const comparisons = compareSources(token)
  const different = comparisons.filter(({ verdict }) => verdict === 'different')
  return (
    <>
      {comparisons.length > 0 && (
        <p className="pb-1">
          {different.length === 0 ? (
            'The contract and the metadata agree where both give a value.'
          ) : (
            <strong className="inline-flex items-start gap-1.5 text-send">
              <span className="icon-triangle-alert mt-1 size-4" />
              <span>
                The contract and the metadata disagree on{' '}
                {joinWords(different.map(({ field }) => `the ${field.toLowerCase()}`))}.
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
      </Facts>
    </>
  )
}

/** Shows both values if they differ. Equal ones are already shown above. */
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
        ['Metadata', inDocument],
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
