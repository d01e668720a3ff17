import { Link } from 'react-router-dom'
import type { PendingTransaction, SpentInput } from '../../../contract/schemas/pending.ts'
import { blockLink, outputLink } from '../../links.ts'
import { SearchLink } from '../../lists/SearchLink.tsx'
import { RuneName } from '../../runes/RuneName.tsx'
import { Id } from '../../ui/Id.tsx'
import { Amount, Count, Numeral } from '../../ui/numbers.tsx'

/** The tab with all of them. */
export const INPUTS_VIEW = 'inputs'
/** How many are beside the tabs. */
const MAX_SHOWN = 4

type Props = {
  transaction: PendingTransaction
  /** Whether a tab has all of them. */
  hasView: boolean
}

/** The outputs that it spends: the first ones, if a tab has all. */
export function PendingInputs({ transaction, hasView }: Props) {
  const { inputs, input_count, state } = transaction
  const shown = hasView ? inputs.slice(0, MAX_SHOWN) : inputs
  return (
    <section className="panel mt-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 px-4 py-3">
        <h2 className="text-lg font-semibold tracking-tight">
          {state === 'pending' ? 'What it spends' : 'What it would have spent'}
        </h2>
        {hasView && input_count > shown.length && (
          <SearchLink changes={{ view: INPUTS_VIEW }} className="quiet-link text-sm font-medium">
            All <Count name="unconfirmed.input_count" value={input_count} one="input" /> →
          </SearchLink>
        )}
      </div>
      <InputList inputs={shown} />
      <p className="px-4 py-2.5 text-xs text-muted">
        {!hasView && input_count > inputs.length && (
          <>
            The first <Numeral name="unconfirmed.inputs_shown" value={inputs.length} /> of{' '}
            <Numeral name="unconfirmed.input_count" value={input_count} />.{' '}
          </>
        )}
        Each stays unspent in the index until a block says otherwise.
      </p>
    </section>
  )
}

export function InputList({ inputs }: { inputs: SpentInput[] }) {
  return (
    <ul className="divide-y divide-line">
      {inputs.map((input) => (
        <Input key={input.output} input={input} />
      ))}
    </ul>
  )
}

const MAX_INPUT_RUNES = 4

function Input({ input }: { input: SpentInput }) {
  const { output, runes, rune_count, made_by, is_pending } = input
  return (
    <li className="flex items-start justify-between gap-3 px-4 py-2.5 text-sm">
      <span className="shrink-0">
        <Id text={output} to={outputLink(output)} />
        <span className="block text-xs text-muted">
          {made_by !== undefined && (
            <>
              made in{' '}
              <Link to={blockLink(made_by.block_height)} className="quiet-link">
                block <Numeral name="input.made_height" value={made_by.block_height} />
              </Link>
            </>
          )}
          {is_pending && 'unconfirmed too'}
        </span>
      </span>
      <span className="min-w-0 text-end">
        {rune_count === 0 && <span className="text-muted">no runes that this index knows</span>}
        {runes.slice(0, MAX_INPUT_RUNES).map(({ rune, amount }) => (
          <span key={rune.id} className="block">
            <Amount name="input.amount" digits={amount} /> <RuneName rune={rune} isInline />
          </span>
        ))}
        {rune_count > MAX_INPUT_RUNES && (
          <span className="block text-muted">
            and <Numeral name="input.more_runes" value={rune_count - MAX_INPUT_RUNES} /> more
          </span>
        )}
      </span>
    </li>
  )
}
