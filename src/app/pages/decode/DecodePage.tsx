import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { RequestError } from '../../../contract/requestError.ts'
import type { DecodedTransaction } from '../../../contract/schemas/pending.ts'
import { useAppContext } from '../../appContext.ts'
import { decodedQuery } from '../../decodedQuery.ts'
import { definePage } from '../../definePage.tsx'
import { refusedParts } from '../../movements/ForeseenRefusals.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import { aboutQuery } from '../../query.ts'
import { RunestoneParts } from '../../runes/RunestoneParts.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { DecodeForm } from './DecodeForm.tsx'
import { ExampleAnswers, MoreExamples, useIsExample } from './ExampleAnswers.tsx'
import { Foresight } from './Foresight.tsx'
import { Line } from './Line.tsx'
import { Moves } from './Moves.tsx'

export const { loader, Component, handle } = definePage({
  parameters: [],
  read: () => ({}),
  async loader(_, load) {
    await load(aboutQuery)
    return HEAD
  },
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
  const decoded = data?.value
  const isAnswered = decoded !== undefined || error !== null
  return (
    <>
      <PageHead {...HEAD} />
      <PageHeader
        crumb="Before you broadcast"
        title="Decode"
        meta="Paste a raw transaction or a runestone script. This service reads it and says what it would do; it never broadcasts."
      />
      <div className="mt-4 grid items-start gap-x-8 lg:grid-cols-2 lg:grid-rows-[auto_1fr] phone:mt-2.5">
        <section aria-label="Transaction" className="min-w-0">
          <DecodeForm decoded={decoded} />
          {isAnswered && <NothingSent />}
        </section>
        {isAnswered && (
          <section
            aria-label="Answer"
            className="min-w-0 max-lg:mt-4 lg:col-start-2 lg:row-span-2 phone:mt-2.5"
          >
            <Answer decoded={decoded} error={error} />
          </section>
        )}
        <div
          className={`min-w-0 border-t border-dashed border-line ${isAnswered ? 'mt-4 pt-1' : 'mt-7 pt-3 lg:mt-0 lg:border-0 lg:pt-0'}`}
        >
          {isAnswered ? <MoreExamples /> : <ExampleAnswers />}
        </div>
      </div>
    </>
  )
}

function NothingSent() {
  const { formText = '' } = useAppContext()
  const isExample = useIsExample(formText)
  return (
    <p className="mt-2.5 flex items-center gap-2 font-medium">
      <Check aria-hidden="true" size={16} className="shrink-0 text-mint" />
      {isExample
        ? 'An example. Nothing was sent to the network.'
        : 'Nothing was sent to the network.'}
    </p>
  )
}

type AnswerProps = { decoded: DecodedTransaction | undefined; error: RequestError | null }

function Answer({ decoded, error }: AnswerProps) {
  if (decoded === undefined) {
    return (
      <ul className="panel px-5 py-3.5 text-sm">
        <Line look="bad">
          <UntrustedText text={sentenceOf(error)} />
        </Line>
      </ul>
    )
  }
  const { outcome, runestone, runestone_output, newest_block } = decoded
  const results = outcome?.state === 'known' ? outcome.results : []
  return (
    <>
      <Foresight decoded={decoded} />
      {runestone !== undefined && (
        <section>
          <div className="mt-4 mb-2 flex flex-wrap items-baseline gap-x-3">
            <h2 className="text-lg font-semibold tracking-tight">What it says</h2>
            {runestone_output !== undefined && (
              <span className="text-sm text-muted phone:hidden">
                the runestone, in output <Numeral name="runestone.vout" value={runestone_output} />
              </span>
            )}
          </div>
          <RunestoneParts
            runestone={runestone}
            refused={refusedParts(outcome?.refusals ?? [], newest_block.block_height + 1)}
          />
        </section>
      )}
      {outcome !== undefined && results.length > 0 && (
        <Moves results={results} total={outcome.movements} />
      )}
    </>
  )
}

/** The message of the service, which is no sentence. */
function sentenceOf(error: RequestError | null): string {
  const text = (error?.message ?? '').replace(/"(.+?)"/, '“$1”')
  return `${text.replace(/^./, (letter) => letter.toUpperCase())}.`
}
