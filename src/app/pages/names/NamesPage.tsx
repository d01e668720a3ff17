import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleHelp, CircleSlash, Lock, TriangleAlert, UserCheck } from 'lucide-react'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router-dom'
import { pathTo, type Reply } from '../../../contract/client.ts'
import { plainRuneName, RUNE_NAME } from '../../../contract/identifiers.ts'
import type { NameStatus, NameUnlocks } from '../../../contract/schemas/names.ts'
import { Failure, useLastError } from '../../errors/Failure.tsx'
import { StoredDataNotice } from '../../errors/StoredDataNotice.tsx'
import { nameLink } from '../../links.ts'
import { EstimatedDay } from '../../movements/EstimatedDay.tsx'
import { RuneName } from '../../movements/RuneName.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import {
  type Loaded,
  type PageHandle,
  pageStatus,
  respondWith,
  sourceContext,
} from '../../pageLoader.ts'
import { endpointQuery, useAbout } from '../../query.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { GetForm } from '../../ui/GetForm.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Count, Numeral } from '../../ui/numbers.tsx'
import { CrumbLink, PageHeader } from '../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../ui/Skeleton.tsx'
import { quote } from '../../ui/UntrustedText.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = readPage(new URL(request.url).searchParams)
  const { load } = context.get(sourceContext)
  const [status, unlocks] = await Promise.all([
    page.name === undefined ? undefined : load(statusQuery(page.name)),
    load(unlocksQuery()),
  ])
  return respondWith(namesHead(page, status ?? unlocks))
}

export const handle: PageHandle = {
  parameters: ['name'],
  dataPath(_, search) {
    const { name } = readPage(search)
    return name === undefined ? pathTo('nameUnlocks', {}) : pathTo('nameStatus', { name })
  },
}

export function Component() {
  const [search] = useSearchParams()
  const page = readPage(search)
  const unlocks = useQuery(unlocksQuery())
  const error = useLastError(unlocks)
  return (
    <article>
      <PageHeader
        crumb={<CrumbLink to="/runes">Runes</CrumbLink>}
        title="Names"
        meta="Is a name free, and if not, when?"
      />
      <div className="mt-4 grid grid-cols-1 items-start gap-x-12 gap-y-8 lg:grid-cols-2">
        <div>
          <NameForm text={page.text} />
          {page.name !== undefined && <Status key={page.name} name={page.name} page={page} />}
          {page.name === undefined && <PageHead {...namesHead(page, unlocks)} />}
          {page.isMalformed && <Malformed text={page.text} />}
        </div>
        {unlocks.data !== undefined && <Unlocks unlocks={unlocks.data.value} />}
        {unlocks.data === undefined &&
          (error === null ? <TableSkeleton rows={12} /> : <Failure error={error} />)}
      </div>
    </article>
  )
}

type Page = ReturnType<typeof readPage>

function readPage(search: URLSearchParams) {
  const text = (search.get('name') ?? '').trim()
  const name = RUNE_NAME.test(text) ? plainRuneName(text) : undefined
  return { text, name, isMalformed: text !== '' && name === undefined }
}

function statusQuery(name: string) {
  return endpointQuery('nameStatus', { name })
}

function unlocksQuery() {
  return endpointQuery('nameUnlocks', {})
}

function namesHead(page: Page, { data, error }: Loaded<Reply<NameStatus | NameUnlocks>>): Head {
  const { name, text, isMalformed } = page
  const description =
    'Whether the name of a rune can be etched, and when shorter names are unlocked.'
  if (isMalformed) return { title: `${quote(text)} is not a name of a rune`, status: 400 }
  if (name === undefined) {
    return { title: 'Names of runes', description, path: '/names', ...pageStatus(error) }
  }
  const status = data !== undefined && 'status' in data.value ? data.value.status : undefined
  return {
    title: status === undefined ? `The name ${name}` : `${name} ${STATUS_WORDS[status]}`,
    description,
    path: nameLink(name),
    dataPath: pathTo('nameStatus', { name }),
    ...pageStatus(error),
  }
}

const STATUS_WORDS = {
  free: 'is free',
  taken: 'is taken',
  locked: 'is locked',
  reserved: 'is reserved',
  unknown: 'may be taken',
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

function Status({ name, page }: { name: string; page: Page }) {
  const query = useQuery(statusQuery(name))
  const error = useLastError(query)
  return (
    <>
      <PageHead {...namesHead(page, query)} />
      <StoredDataNotice query={query} />
      {query.data !== undefined && <Answer status={query.data.value} text={page.text} />}
      {error !== null && <Failure error={error} />}
    </>
  )
}

const LOOKS = {
  free: { icon: CircleCheck, tone: 'good' },
  taken: { icon: UserCheck, tone: 'plain' },
  locked: { icon: Lock, tone: 'warn' },
  reserved: { icon: CircleSlash, tone: 'bad' },
  unknown: { icon: CircleHelp, tone: 'warn' },
} as const

function Answer({ status: it, text }: { status: NameStatus; text: string }) {
  const { icon: Icon, tone } = LOOKS[it.status]
  return (
    <Notice
      icon={<Icon size={18} />}
      tone={tone}
      role="status"
      title={`${text.toUpperCase()} ${STATUS_WORDS[it.status]}`}
      actions={
        it.status === 'unknown' && (
          <a
            href={`https://ordinals.com/rune/${it.name}`}
            className="button"
            rel="noopener noreferrer"
          >
            Look at ordinals.com
          </a>
        )
      }
    >
      <Explanation status={it} />
    </Notice>
  )
}

function Explanation({ status }: { status: NameStatus }) {
  const { rune, unlock_height, index_start, newest_block } = status
  switch (status.status) {
    case 'free':
      return (
        <>
          The first to etch it gets it, from block <Numeral value={newest_block.block_height + 1} />{' '}
          on. Its commitment to the name needs six confirmations first. Spacers make no difference.
        </>
      )
    case 'taken':
      return rune === undefined ? null : <RuneName rune={rune} />
    case 'locked':
      return unlock_height === undefined ? null : (
        <>
          Block <Numeral value={unlock_height} /> is the first that can etch it,{' '}
          <Count value={unlock_height - newest_block.block_height} one="block" /> after the newest
          <EstimatedDay height={unlock_height} newest={newest_block} />.
        </>
      )
    case 'reserved':
      return 'Nobody can choose it: such names go to runes that are etched without one.'
    case 'unknown':
      return index_start === undefined ? null : (
        <>
          No rune of this index has it. Those etched before block <Numeral value={index_start} />{' '}
          are not in it.
        </>
      )
  }
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

function Unlocks({ unlocks: { lowest, unlocks, newest_block } }: { unlocks: NameUnlocks }) {
  const isGrowing = useAbout()?.source !== 'bundled'
  return (
    <section>
      <h2 className="text-lg font-semibold">What unlocks when</h2>
      <p className="mt-1 mb-3 text-sm text-muted">
        {unlocks.length === 0 ? (
          'The next block can etch names of any length.'
        ) : (
          <>
            The next block, <Numeral value={newest_block.block_height + 1} />, can etch names of{' '}
            {lowest.length + 1} letters and more, and those of{' '}
            <Count value={lowest.length} one="letter" /> from{' '}
            <span className="font-medium text-ink">{lowest}</span> on. Each length is unlocked from
            Z to A.
          </>
        )}
      </p>
      {unlocks.length > 0 && (
        <DataTable
          caption="When all names of a length are unlocked"
          rows={unlocks}
          keyOf={({ length }) => String(length)}
          columns={[
            {
              heading: 'Names of',
              className: 'phone:col-start-1 phone:row-start-1',
              cell: ({ length }) => <Count value={length} one="letter" />,
            },
            {
              heading: 'All from block',
              isNumber: true,
              className: 'phone:col-start-2 phone:row-start-1',
              cell: ({ height }) => (
                <>
                  <span
                    aria-hidden="true"
                    className="text-muted before:content-['from_block_'] wide:hidden"
                  />
                  <Numeral value={height} />
                </>
              ),
            },
            isGrowing
              ? {
                  heading: 'Expected',
                  isNumber: true,
                  className: 'text-muted phone:col-start-2 phone:row-start-2',
                  cell: ({ height }) => (
                    <EstimatedDay height={height} newest={newest_block} isBare />
                  ),
                }
              : undefined,
          ]}
        />
      )}
    </section>
  )
}
