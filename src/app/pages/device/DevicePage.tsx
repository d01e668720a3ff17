import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { MOST_BYTES as MOST_LIST_BYTES } from '../../analysis/engine/keptSets.ts'
import { forgetEverything } from '../../offline/forgetEverything.ts'
import { useAllowedImageHosts } from '../../offline/imageHosts.ts'
import { type KeptAnswer, listKept, MOST_BYTES } from '../../offline/keptAnswers.ts'
import { findKeptThings } from '../../offline/keptThings.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type PageHandle, respondWith } from '../../pageLoader.ts'
import { useSurroundings } from '../../surroundings.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { useLanguage } from '../../ui/reader.ts'
import { ForgetButton } from './ForgetButton.tsx'
import { KeptLists, useKeptLists } from './KeptLists.tsx'
import { KeptPages } from './KeptPages.tsx'

export const loader = () => respondWith(HEAD)

export const handle: PageHandle = { parameters: [] }

const HEAD: Head = {
  title: 'Kept on this device',
  description: 'What Cairn keeps in your browser, and the way to be rid of it.',
  path: '/device',
}

/** What Cairn keeps in this browser, what of it opens without a connection, and the way to be rid of it. */
export function Component() {
  const queryClient = useQueryClient()
  const { kept, readKept } = useKept()
  const { lists = [], readLists } = useKeptLists()
  const { api, origin } = useSurroundings()
  const [outcome, setOutcome] = useState<'forgotten' | 'refused'>()

  async function forget() {
    setOutcome(undefined)
    try {
      await forgetEverything(queryClient)
      setOutcome('forgotten')
    } catch {
      setOutcome('refused') // By the browser, which has its own words for it in its settings.
    }
    await Promise.all([readKept(), readLists()])
  }

  const service = new URL(api.baseUrl || '/', origin).href.replace(/\/$/, '')
  return (
    <div className="stack-8">
      <div className="stack-2">
        <PageHead {...HEAD} />
        <PageHeading>Kept on this device</PageHeading>
        <p className="max-w-3xl text-muted">
          Cairn keeps itself and what you read in this browser, so that both open without a
          connection; what you read then says when that was. Nobody is told. Activity of blocks
          older than a day stays, anything else goes after 30 days, and beyond{' '}
          <Bytes value={MOST_BYTES} /> the oldest goes first.
        </p>
      </div>
      {kept === undefined ? <Counting /> : <Kept answers={kept} service={service} />}
      {lists.length > 0 && (
        <Section title="Lists read as a whole">
          <p className="max-w-3xl text-muted">
            Filtered and added up without asking again. Those that can still change go after ten
            minutes, and beyond <Bytes value={MOST_LIST_BYTES} /> the oldest goes first.
          </p>
          <KeptLists lists={lists} service={service} />
        </Section>
      )}
      <Section title="Hosts that may show you images">
        <ImageHosts />
      </Section>
      <Section title="Forget">
        <p className="max-w-3xl">
          Forgets all of the above, Cairn itself, and whatever else this address stored here.
          History and downloads are your browser’s to clear.
        </p>
        <ForgetButton onForget={forget} />
        <div role="status">{outcome !== undefined && <Outcome outcome={outcome} />}</div>
      </Section>
    </div>
  )
}

/** What is kept; undefined until it was looked up, and nothing where nothing can be kept. */
function useKept() {
  const [kept, setKept] = useState<KeptAnswer[]>()
  async function readKept() {
    setKept('caches' in window ? await listKept() : [])
  }
  // The browser's caches are outside React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up once, as the page opens.
  useEffect(() => {
    void readKept()
  }, [])
  return { kept, readKept }
}

function Outcome({ outcome }: { outcome: 'forgotten' | 'refused' }) {
  if (outcome === 'refused') {
    return (
      <Notice tone="warning" title="Your browser did not let everything be forgotten">
        <p>Clear the data of this address in its settings.</p>
      </Notice>
    )
  }
  return (
    <Notice tone="information" title="Everything is forgotten">
      <p>Cairn begins to keep what you read again when you next load one of its pages.</p>
    </Notice>
  )
}

function Counting() {
  return (
    <Section title="Answers">
      <p>Counting …</p>
      <noscript>
        <p>What your browser keeps is known to it alone: to count it, this page needs scripts.</p>
      </noscript>
    </Section>
  )
}

function Kept({ answers, service }: { answers: KeptAnswer[]; service: string }) {
  const things = findKeptThings(answers, service)
  let bytes = 0
  for (const answer of answers) bytes += answer.bytes
  return (
    <>
      <Section title="Answers">
        <p>
          <strong className="text-lg">
            <Numeral value={answers.length} /> {answers.length === 1 ? 'answer' : 'answers'}
          </strong>
          <span className="text-muted">
            , <Bytes value={bytes} />
          </span>
        </p>
        {answers.length === 0 && (
          <p>
            What you read is kept from the next page on that you load, where the browser allows it:
            over https, not in every private window.
          </p>
        )}
      </Section>
      {things.length > 0 && (
        <Section title="Opens without a connection">
          <KeptPages things={things} />
        </Section>
      )}
    </>
  )
}

function ImageHosts() {
  const hosts = useAllowedImageHosts()
  if (hosts.length === 0) {
    return <p>None. An image tells its host who is looking, so you are asked first.</p>
  }
  return (
    <ul className="list-disc ps-5 font-mono text-sm">
      {hosts.map((host) => (
        <li key={host}>{host}</li>
      ))}
    </ul>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="stack-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

/** A size to one decimal, in kB below a megabyte. */
function Bytes({ value }: { value: number }) {
  const [size, unit] = value < 1_000_000 ? [1000, 'kilobyte'] : [1_000_000, 'megabyte']
  const format = new Intl.NumberFormat(useLanguage(), {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
    numberingSystem: 'latn',
  })
  return <span className="whitespace-nowrap tabular">{format.format(value / size)}</span>
}
