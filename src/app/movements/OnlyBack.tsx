import type { Clause } from '../../contract/schemas/chain.ts'
import { RuneName } from '../runes/RuneName.tsx'
import { Amount, Count, Numeral } from '../ui/numbers.tsx'
import { onlyBack, type Tense } from './Sentence.tsx'

const MAX_SHOWN = 8

type Props = { clauses: Clause[]; tense: Tense }

/** The runes that were put in and only came back to their owners. */
export function OnlyBack({ clauses, tense }: Props) {
  const back = onlyBack(clauses)
  if (back.length === 0) return null
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <span>
        <Count name="transaction.only_back" value={back.length} one="other rune" />{' '}
        {tense === 'past' ? 'only came back:' : 'would only come back:'}
      </span>
      {back.slice(0, MAX_SHOWN).map(({ rune, amount }, index) => (
        <span key={rune.id} className="max-w-full">
          {index > 0 && '· '}
          <RuneName rune={rune} isInline /> <Amount name="transaction.back" digits={amount} />
        </span>
      ))}
      {back.length > MAX_SHOWN && (
        <span>
          and <Numeral name="transaction.more_back" value={back.length - MAX_SHOWN} /> more
        </span>
      )}
    </p>
  )
}
