import { useQuery } from '@tanstack/react-query'
import { Check, Clock, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { DecodedTransaction } from '../../../contract/schemas/pending.ts'
import { REFUSAL_MEANINGS } from '../../../contract/schemas/refusal.ts'
import { decodedQuery } from '../../decodedQuery.ts'
import { definePage } from '../../definePage.tsx'
import { blockLink, runeLink, transactionLink } from '../../links.ts'
import { Flow } from '../../movements/Flow.tsx'
import { Sentence } from '../../movements/Sentence.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import { RuneName } from '../../runes/RuneName.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Id } from '../../ui/Id.tsx'
import { Amount, Count, Numeral } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

export const { loader, Component, handle } = definePage({
  parameters: [],
  read: () => ({}),
  loader: () => HEAD,
  Component: DecodePage,
})

const HEAD: Head = {
  title: 'Decode',
  description: 'What a raw transaction says and would do to runes, before you broadcast it.',
  path: '/decode',
}

function DecodePage() {
  // The service fills it in when it answers the form.
  const { data, error } = useQuery({ ...decodedQuery, enabled: false })
  return (
    <>
      <PageHead {...HEAD} />
      <PageHeader
        crumb="Before you broadcast"
        title="Decode"
        meta="Paste a raw transaction or a runestone script. This service reads it and says what it would do; it never broadcasts."
      />
      <div className="mt-4 grid items-start gap-6 xl:grid-cols-2">
        <section>
          <Form />
          {(data !== undefined || error !== null) && (
            <Line icon={<Check size={16} />}>Nothing was sent to the network.</Line>
          )}
        </section>
        <section className="min-w-0">
          {error !== null && (
            <div className="panel p-5">
              <Line icon={<TriangleAlert size={16} />}>
                <UntrustedText text={error.message} />
              </Line>
            </div>
          )}
          {data !== undefined && <Decoded decoded={data.value} />}
        </section>
      </div>
    </>
  )
}

/** Sent by the browser itself, so it works without JavaScript. */
function Form() {
  return (
    <form method="post" action="/decode" className="panel overflow-clip">
      <label htmlFor="hex" className="sr-only">
        A raw transaction, or the script of a runestone, in hexadecimal
      </label>
      <textarea
        id="hex"
        name="hex"
        required
        rows={8}
        maxLength={400_000}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        placeholder="02000000…"
        className="block w-full resize-y bg-surface p-4 font-mono text-sm"
      />
      <div className="flex justify-end gap-2 border-t border-line p-2">
        <button type="reset" className="button">
          Clear
        </button>
        <button type="submit" className="button">
          Decode
        </button>
      </div>
    </form>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="mt-2 flex items-start gap-2 text-sm">
      <span aria-hidden="true" className="mt-0.5 shrink-0 text-muted">
        {icon}
      </span>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}

type Props = { decoded: DecodedTransaction }

function Decoded({ decoded }: Props) {
  const { outcome, runestone, newest_block } = decoded
  return (
    <>
      <div className="panel p-5">
        <Summary decoded={decoded} />
        <Checks decoded={decoded} />
        {outcome !== undefined && (
          <Line icon={<Clock size={16} />}>
            Worked out against block{' '}
            <Numeral name="index.block_height" value={newest_block.block_height} />. A block can
            change all of it.
          </Line>
        )}
      </div>
      {runestone !== undefined && <Says runestone={runestone} />}
      {outcome !== undefined && <Flow transaction={outcome} look="dashed" />}
    </>
  )
}

function Summary({ decoded: { kind, outcome, tx_id = '', bytes } }: Props) {
  if (kind === 'script' || outcome === undefined) {
    return (
      <p className="text-lg text-muted">
        {kind === 'script' ? 'A script' : 'A transaction'} of{' '}
        <Count name="decoded.bytes" value={bytes} one="byte" />: what it says, not what it would do.
      </p>
    )
  }
  if (outcome.state === 'confirmed') {
    return (
      <p className="text-lg text-muted">
        A block has this transaction: <Id text={tx_id} to={transactionLink(tx_id)} />
      </p>
    )
  }
  if (outcome.state === 'skipped') {
    return (
      <p className="text-lg text-muted">
        It asks for more than 20,000 moves: what it would do is not worked out here.
      </p>
    )
  }
  return (
    <p className="text-lg text-muted">
      {outcome.clauses.length > 0 ? (
        <Sentence transaction={{ ...outcome, refusals: [] }} tense="conditional" />
      ) : (
        'It would move no runes that this index knows.'
      )}
    </p>
  )
}

/** What speaks for it and against it. */
function Checks({ decoded: { inputs, outcome, runestone } }: Props) {
  return (
    <>
      {runestone?.flaw_meaning !== undefined && (
        <Line icon={<TriangleAlert size={16} />}>
          Malformed: {runestone.flaw_meaning} Every rune it spends or mints would be burned.
        </Line>
      )}
      {outcome?.refusals.map(({ part, reason, rune, name }) => (
        <Line key={part} icon={<TriangleAlert size={16} />}>
          Its {part} of {name ?? rune} would be refused: {REFUSAL_MEANINGS[reason]}.
        </Line>
      ))}
      {outcome?.state !== 'confirmed' &&
        inputs.map((input, index) => <InputLine key={input.output} input={input} index={index} />)}
    </>
  )
}

type Input = DecodedTransaction['inputs'][number]

function InputLine({ input, index }: { input: Input; index: number }) {
  const { made_by, spent_by, runes, rune_count } = input
  if (spent_by !== undefined) {
    return (
      <Line icon={<TriangleAlert size={16} />}>
        Input <Numeral name="input.index" value={index} /> was spent in{' '}
        <Link to={blockLink(spent_by.block_height)} className="link">
          block <Numeral name="input.spent_height" value={spent_by.block_height} />
        </Link>
        : no block can take this transaction.
      </Line>
    )
  }
  if (made_by === undefined) {
    return (
      <Line icon={<Clock size={16} />}>
        Input <Numeral name="input.index" value={index} /> is not known to this index: what it holds
        is left out.
      </Line>
    )
  }
  return (
    <Line icon={<Check size={16} />}>
      Input <Numeral name="input.index" value={index} /> was made in block{' '}
      <Numeral name="input.made_height" value={made_by.block_height} /> and{' '}
      {rune_count === 0 ? 'holds no runes that this index knows' : 'holds '}
      {runes.slice(0, MAX_RUNES).map(({ rune, amount }, at) => (
        <span key={rune.id}>
          {at > 0 && ', '}
          <Amount name="input.amount" digits={amount} /> <RuneName rune={rune} isInline />
        </span>
      ))}
      {rune_count > MAX_RUNES && (
        <>
          {' '}
          and <Numeral name="input.more_runes" value={rune_count - MAX_RUNES} /> more
        </>
      )}
      .
    </Line>
  )
}

const MAX_RUNES = 4

function Says({ runestone }: { runestone: NonNullable<DecodedTransaction['runestone']> }) {
  const { mint, mint_rune, pointer, etching, edict_count, edicts } = runestone
  return (
    <>
      <h2 className="mt-5 mb-2 text-lg font-semibold">What it says</h2>
      <Facts
        facts={{
          Etching:
            etching && (etching.spaced_name ?? etching.name ?? 'a rune with a reserved name'),
          Mint: mint !== undefined && (
            <>
              {mint_rune && <RuneName rune={mint_rune} />}{' '}
              <Link to={runeLink(mint)} className="link">
                {mint}
              </Link>
            </>
          ),
          Pointer: pointer !== undefined && (
            <>
              what is left goes to output <Numeral name="runestone.pointer" value={pointer} />
            </>
          ),
          Edicts: edict_count > 0 && (
            <ul>
              {edicts
                .slice(0, MAX_EDICTS)
                .map(({ id, rune, amount, shown_amount, output }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: edicts may be equal.
                  <li key={index}>
                    {amount === '0' ? (
                      'all'
                    ) : (
                      <Amount name="edict.amount" digits={shown_amount ?? amount} />
                    )}{' '}
                    {rune ? <RuneName rune={rune} isInline /> : id} to output{' '}
                    <Numeral name="edict.output" value={output} />
                  </li>
                ))}
              {edict_count > MAX_EDICTS && (
                <li>
                  and <Numeral name="runestone.more_edicts" value={edict_count - MAX_EDICTS} /> more
                </li>
              )}
            </ul>
          ),
        }}
      />
    </>
  )
}

const MAX_EDICTS = 20
