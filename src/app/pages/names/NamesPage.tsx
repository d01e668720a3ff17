import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { pathTo } from '../../../contract/client.ts'
import { plainRuneName, RUNE_NAME } from '../../../contract/identifiers.ts'
import type { RequestError } from '../../../contract/requestError.ts'
import type { NameStatus, NameUnlocks } from '../../../contract/schemas/names.ts'
import { definePage, type PageUrl } from '../../definePage.tsx'
import { useEndOfIndex } from '../../endOfIndex.tsx'
import { StoredDataNotice } from '../../errors/StoredDataNotice.tsx'
import { WhenLoaded } from '../../errors/WhenLoaded.tsx'
import { nameLink } from '../../links.ts'
import { ANSWERS, NameAnswer, nameStatusQuery } from '../../names/NameAnswer.tsx'
import { type Head, PageHead, pageStatus } from '../../PageHead.tsx'
import { endpointQuery } from '../../query.ts'
import { GetForm } from '../../ui/GetForm.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Count, formatDecimal, Numeral } from '../../ui/numbers.tsx'
import { CrumbLink, PageHeader } from '../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../ui/Skeleton.tsx'
import { quote } from '../../ui/UntrustedText.tsx'
import { UnlockTable } from './UnlockTable.tsx'

export const { loader, Component, handle } = definePage({
  parameters: ['name'],
  read: readPage,
  async loader(page, load) {
    const [status, unlocks] = await Promise.all([
      page.name === undefined ? undefined : load(nameStatusQuery(page.name)),
      load(unlocksQuery),
    ])
    const { error } = status ?? unlocks
    return namesHead(page, error, status?.data?.value)
  },
  dataPath: ({ name }) =>
    name === undefined ? pathTo('nameUnlocks', {}) : pathTo('nameStatus', { name }),
  Component: NamesPage,
})

function NamesPage({ page }: { page: Page }) {
  const unlocks = useQuery(unlocksQuery)
  return (
    <article>
      <PageHeader
        crumb={<CrumbLink to="/runes">Runes</CrumbLink>}
        title="Names"
        meta="See whether a name is free, and when shorter names unlock."
      />
      <div className="mt-4 grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div>
          <NameForm text={page.text} />
          {page.name !== undefined && <Status key={page.name} name={page.name} page={page} />}
          {page.name === undefined && <PageHead {...namesHead(page, unlocks.error)} />}
          {page.isMalformed && <Malformed text={page.text} />}
          {page.text === '' && <Examples />}
        </div>
        <WhenLoaded query={unlocks} skeleton={<TableSkeleton />}>
          {(value) => <Unlocks unlocks={value} length={page.name?.length} />}
        </WhenLoaded>
      </div>
    </article>
  )
}

type Page = ReturnType<typeof readPage>

function readPage({ search }: PageUrl) {
  const text = (search.get('name') ?? '').trim()
  const name = RUNE_NAME.test(text) ? plainRuneName(text) : undefined
  return { text, name, isMalformed: text !== '' && name === undefined }
}

const unlocksQuery = endpointQuery('nameUnlocks', {})

function namesHead(page: Page, error: RequestError | null, answer?: NameStatus): Head {
  const { name, text, isMalformed } = page
  const description =
    'Whether the name of a rune can be etched, and when shorter names are unlocked.'
  if (isMalformed) return { title: `${quote(text)} is not a name of a rune`, status: 400 }
  if (name === undefined) {
    return { title: 'Names of runes', description, path: '/names', ...pageStatus(error) }
  }
  return {
    title: answer === undefined ? `The name ${name}` : `${name} ${wordsOf(answer)}`,
    description,
    path: nameLink(name),
    dataPath: pathTo('nameStatus', { name }),
    ...pageStatus(error),
  }
}

/** When a lock ends depends on the newest block, which the reader's index may not know. */
function wordsOf({ status, unlock_height = 0 }: NameStatus): string {
  return status === 'locked'
    ? `is unlocked from block ${formatDecimal(String(unlock_height), 'en')} on`
    : ANSWERS[status].words
}

/** A plain form, which works without scripts. */
function NameForm({ text }: { text: string }) {
  return (
    <div className="flex">
      <GetForm action="/names" searchLabel="Names">
        <input
          // Another address is another text.
          key={text}
          name="name"
          aria-label="Name of a rune"
          placeholder="Name, such as DOG•GO•TO•THE•MOON"
          defaultValue={text}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="field min-h-10 min-w-0 grow uppercase placeholder:normal-case"
        />
        <button type="submit" className="button primary ms-2 min-h-10 px-4">
          Check
        </button>
      </GetForm>
    </div>
  )
}

function Examples() {
  return (
    <p className="mt-3 flex flex-wrap items-center gap-2 text-sm text-muted">
      For example
      {EXAMPLES.map((name) => (
        <Link key={name} to={nameLink(name)} className="chip text-ink">
          {name}
        </Link>
      ))}
    </p>
  )
}

/** One that is long enough, one that waits for years, and one that everybody wants. */
const EXAMPLES = ['A•STONE•ON•A•STONE', 'STONE', 'BITCOIN']

function Status({ name, page }: { name: string; page: Page }) {
  const query = useQuery(nameStatusQuery(name))
  return (
    <>
      <PageHead {...namesHead(page, query.error, query.data?.value)} />
      <StoredDataNotice query={query} />
      <WhenLoaded query={query} skeleton={<TableSkeleton rows={1} />}>
        {(status) => <NameAnswer status={status} text={page.text} />}
      </WhenLoaded>
    </>
  )
}

function Malformed({ text }: { text: string }) {
  return (
    <Notice
      icon={<TriangleAlert size={18} />}
      tone="warn"
      role="status"
      title={`${quote(text)} is not a name of a rune`}
    >
      A name has 1 to 28 letters from A to Z. Words may be separated by •, a dot or a space.
    </Notice>
  )
}

/** The first name of 27 letters is the first reserved one (`Rune::RESERVED` of ord). */
const MAX_CHOSEN_LETTERS = 26

type UnlocksProps = {
  unlocks: NameUnlocks
  /** Of the name that was asked for. */
  length: number | undefined
}

/** Below an answer, the other lengths take one line. */
function Unlocks({ unlocks: { lowest, unlocks, newest_block }, length }: UnlocksProps) {
  const end = useEndOfIndex()
  const own = unlocks.filter((unlock) => unlock.length === length)
  const table = (shown: NameUnlocks['unlocks']) => (
    <UnlockTable
      caption="From which block names of a length can be etched"
      unlocks={shown}
      newest={newest_block}
    />
  )
  return (
    <section>
      <h2 className="text-lg font-semibold">What unlocks when</h2>
      <p className="mt-1 mb-3 text-sm text-muted">
        {unlocks.length === 0 ? (
          `Names of up to ${MAX_CHOSEN_LETTERS} letters can be etched. Longer ones are reserved.`
        ) : (
          <>
            {end === undefined ? 'The next block, ' : 'Block '}
            <Numeral name="names.next_height" value={newest_block.block_height + 1} />
            {end === undefined ? ', can' : ' could'} etch names of{' '}
            <Numeral name="names.free_length" value={lowest.length + 1} /> to{' '}
            <Count name="names.max_length" value={MAX_CHOSEN_LETTERS} one="letter" />, and those of{' '}
            <Count name="names.lowest_length" value={lowest.length} one="letter" /> from{' '}
            <span className="font-medium text-ink">{lowest}</span> on. Each length is unlocked from
            Z to A. Longer names are reserved.
          </>
        )}
      </p>
      {unlocks.length > 0 && length === undefined && table(unlocks)}
      {own.length > 0 && table(own)}
      {unlocks.length > 0 && length !== undefined && (
        <details>
          <summary className="min-h-11 content-center text-sm text-muted hover:text-ink">
            All lengths
          </summary>
          {table(unlocks)}
        </details>
      )}
    </section>
  )
}
