import { useQuery } from '@tanstack/react-query'
import { type CenotaphSummary, flawText } from '../../../contract/schemas/chain.ts'
import { definePage, type PageUrl } from '../../definePage.tsx'
import { LATEST } from '../../layout/live.ts'
import { EndpointList } from '../../lists/List.tsx'
import { ListTotal } from '../../lists/ListTotal.tsx'
import { listPath, parametersOf, readList } from '../../lists/paging.ts'
import { SPAN_FILTERS } from '../../lists/Toolbar.tsx'
import { CoverageNote } from '../../movements/CoverageNote.tsx'
import { BLOCK, TIME, transactionColumn } from '../../movements/columns.tsx'
import { type Head, PageHead, pageStatus } from '../../PageHead.tsx'
import { endpointQuery } from '../../query.ts'
import { RuneName } from '../../runes/RuneName.tsx'
import type { Loaded } from '../../source.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { ButtonLink } from '../../ui/Notice.tsx'
import { Amount } from '../../ui/numbers.tsx'
import { CrumbLink, PageHeader } from '../../ui/PageHeader.tsx'

export const { loader, Component, handle } = definePage({
  parameters: parametersOf('cenotaphs'),
  read: readPage,
  loader: async (page, load) => cenotaphsHead(page, await load(cenotaphsQuery(page))),
  dataPath: (page) => cenotaphsQuery(page).queryKey[1],
  Component: CenotaphsPage,
})

type Page = ReturnType<typeof readPage>

function readPage({ search }: PageUrl) {
  return { path: listPath('/cenotaphs', search), ...readList('cenotaphs', search) }
}

function cenotaphsQuery({ filters, paging }: Page) {
  return endpointQuery('cenotaphs', { ...filters, ...paging })
}

/** How many there are now, while the page stays as the reader found it. */
function currentQuery({ filters }: Page) {
  return { ...endpointQuery('cenotaphs', { ...filters, limit: 1 }), meta: LATEST }
}

function cenotaphsHead(page: Page, { error }: Loaded<unknown>): Head {
  return {
    title: 'Cenotaphs',
    description:
      'Transactions with a malformed runestone, newest first: why it is malformed, and what it burned.',
    path: page.path,
    dataPath: cenotaphsQuery(page).queryKey[1],
    ...pageStatus(error),
  }
}

function CenotaphsPage({ page }: { page: Page }) {
  const { filters, refused } = page
  const isFiltered = Object.keys(filters).length > 0
  const query = cenotaphsQuery(page)
  const list = useQuery(query)
  const current = useQuery(currentQuery(page))
  return (
    <article>
      <PageHead {...cenotaphsHead(page, list)} />
      <PageHeader
        crumb={<CrumbLink to="/blocks">Blocks</CrumbLink>}
        title="Cenotaphs"
        badges={<ListTotal total={list.data?.value.total} isFiltered={isFiltered} />}
        meta={
          <>
            <span>
              A transaction with a malformed runestone burns all runes that come into it. Those that
              had none are left out, unless they etched or minted one.
            </span>
            <CoverageNote />
          </>
        }
      />
      <EndpointList
        query={query}
        toolbar={{ label: 'Filter cenotaphs', filters: SPAN_FILTERS, refused }}
        things="cenotaphs"
        currentTotal={current.data?.value.total}
        empty={{
          title: isFiltered ? 'No cenotaph in these blocks' : 'This index has no cenotaph yet',
          actions: isFiltered && <ButtonLink to="/cenotaphs">Show all cenotaphs</ButtonLink>,
        }}
      >
        {({ results }, isBusy) => (
          <DataTable
            caption="Cenotaphs, newest first"
            rows={results}
            isBusy={isBusy}
            keyOf={({ place }) => place.tx_id}
            columns={columnsFor(results)}
          />
        )}
      </EndpointList>
    </article>
  )
}

function columnsFor(rows: CenotaphSummary[]): Column<CenotaphSummary>[] {
  return [
    transactionColumn(rows, ({ place }) => place.tx_id, 'name'),
    {
      heading: 'Why it is malformed',
      area: 'line',
      label: '',
      className: 'min-w-64 tablet:min-w-48 tablet:whitespace-normal',
      cell: ({ flaw }) => flawText(flaw),
    },
    {
      heading: 'Burned',
      area: 'line',
      className: 'min-w-64 tablet:min-w-60 tablet:whitespace-normal phone:mt-1',
      cell: (cenotaph) => <Burned cenotaph={cenotaph} />,
    },
    { ...BLOCK, className: 'w-24' },
    { ...TIME, className: 'w-32 text-muted' },
  ]
}

/** A rune that it etched has no units. */
function Burned({ cenotaph }: { cenotaph: CenotaphSummary }) {
  const { etched, burns, has_more_burns } = cenotaph
  return (
    <span className="block min-w-0 grow space-y-1">
      {burns.map((burn, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two burns may be of one rune.
        <Burn key={index} burn={burn} />
      ))}
      {has_more_burns && <span className="block text-muted">and more</span>}
      {burns.length === 0 && <span className="block text-muted">nothing </span>}
      {etched !== undefined && (
        <span className="block text-muted">
          etched <RuneName rune={etched} isInline />
        </span>
      )}
    </span>
  )
}

function Burn({ burn: { rune, amount, is_new } }: { burn: CenotaphSummary['burns'][number] }) {
  return (
    <span className="flex flex-wrap gap-x-1.5">
      <span className="min-w-0 phone:order-1 phone:ms-auto">
        <Amount name="cenotaph.burned" digits={amount} />
      </span>{' '}
      <span className="min-w-0 phone:flex-[1_1_9rem]">
        <RuneName rune={rune} isInline />{' '}
        {is_new && <span className="whitespace-nowrap text-muted">new supply</span>}
      </span>
    </span>
  )
}
