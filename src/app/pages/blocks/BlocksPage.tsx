import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { BlockSummary } from '../../../contract/schemas/chain.ts'
import type { MovementCounts, MovementType } from '../../../contract/schemas/movement.ts'
import { definePage, type PageUrl } from '../../definePage.tsx'
import { Legend } from '../../figures/Legend.tsx'
import { blockLink } from '../../links.ts'
import { EndpointList } from '../../lists/List.tsx'
import { listPath, parametersOf, readList } from '../../lists/paging.ts'
import { CoverageText } from '../../movements/CoverageNote.tsx'
import { countOf, MOVEMENT_LOOKS, SHOWN_TYPES } from '../../movements/TypeBadge.tsx'
import { type Head, PageHead, pageStatus } from '../../PageHead.tsx'
import { endpointQuery, useAbout } from '../../query.ts'
import type { Loaded } from '../../source.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { ButtonLink } from '../../ui/Notice.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Age } from '../../ui/Time.tsx'

export const { loader, Component, handle } = definePage({
  parameters: parametersOf('blocks'),
  read: readPage,
  loader: async (page, load) => blocksHead(page, await load(blocksQuery(page))),
  dataPath: (page) => blocksQuery(page).queryKey[1],
  Component: BlocksPage,
})

type Page = ReturnType<typeof readPage>

function readPage({ search }: PageUrl) {
  return { path: listPath('/blocks', search), ...readList('blocks', search) }
}

function blocksQuery({ filters, paging }: Page) {
  return endpointQuery('blocks', { ...filters, ...paging })
}

function blocksHead({ path }: Page, { error }: Loaded<unknown>): Head {
  return {
    title: 'Blocks',
    description: 'The blocks of the index, newest first, with what happened in each.',
    path,
    ...pageStatus(error),
  }
}

function BlocksPage({ page }: { page: Page }) {
  const { filters, refused } = page
  const query = blocksQuery(page)
  const list = useQuery(query)
  const { coverage } = useAbout() ?? {}
  const total = coverage && coverage.to - coverage.from + 1
  return (
    <>
      <PageHead {...blocksHead(page, list)} />
      <PageHeader
        title="Blocks"
        badges={
          <>
            <span className="flex flex-wrap gap-x-4 text-xs whitespace-nowrap text-muted phone:order-last phone:w-full">
              <Legend />
            </span>
            <span className="ms-auto wide:-me-4">
              <ButtonLink to="/cenotaphs">Cenotaphs</ButtonLink>
            </span>
          </>
        }
        meta={<CoverageText />}
      />
      <EndpointList
        query={query}
        toolbar={{
          label: 'Filter blocks',
          filters: { before: { name: 'Before block', placeholder: 'such as 840100' } },
          refused,
        }}
        things="blocks"
        currentTotal={filters.before === undefined ? total : undefined}
        empty={{
          title: 'No block',
          text: 'The index has no block here yet.',
          actions: <ButtonLink to="/blocks">All blocks</ButtonLink>,
        }}
      >
        {({ results }, isBusy) => (
          <DataTable
            caption="Blocks, newest first"
            rows={results}
            isBusy={isBusy}
            keyOf={({ block_hash }) => block_hash}
            columns={columnsFor(results)}
          />
        )}
      </EndpointList>
    </>
  )
}

function columnsFor(blocks: BlockSummary[]): Column<BlockSummary>[] {
  const most = Math.max(1, ...blocks.map(({ movements }) => movements))
  return [
    {
      heading: 'Block',
      area: 'name',
      className: 'w-32',
      cell: ({ block_height }) => (
        <Link to={blockLink(block_height)} className="quiet-link font-medium">
          <Numeral name="block.block_height" value={block_height} />
        </Link>
      ),
    },
    {
      heading: 'Time',
      area: 'aside',
      label: '',
      className: 'w-32 text-muted',
      cell: ({ timestamp }) => <Age name="block.timestamp" seconds={timestamp} />,
    },
    {
      heading: 'By type',
      area: 'line',
      label: '',
      className: 'w-full min-w-40 phone:min-h-4!',
      cell: ({ counts }) => <TypeBar counts={counts} most={most} />,
    },
    {
      heading: 'Movements',
      area: 'meta',
      label: '',
      isNumber: true,
      cell: ({ movements }) => (
        <span className={movements === 0 ? 'text-faint' : ''}>
          <Numeral name="block.movements" value={movements} />
          <span className="wide:hidden"> {movements === 1 ? 'movement' : 'movements'}</span>
        </span>
      ),
    },
    ...SHOWN_TYPES.map(typeColumn),
    {
      heading: 'Rune transactions',
      area: 'none',
      isNumber: true,
      cell: ({ transactions }) => (
        <span className={transactions === 0 ? 'text-faint' : ''}>
          <Numeral name="block.transactions" value={transactions} />
        </span>
      ),
      isMinor: true,
    },
  ]
}

/** Zero is faint, so that what happened stands out; phones leave it out. */
function typeColumn(type: MovementType): Column<BlockSummary> {
  const { name, icon: Icon, className } = MOVEMENT_LOOKS[type]
  return {
    heading: `${name}s`,
    area: 'meta',
    label: '',
    isNumber: true,
    className: 'phone:has-data-zero:hidden',
    cell: ({ counts }) => {
      const count = countOf(counts, type)
      return (
        <span
          data-zero={count === 0 || undefined}
          className={`inline-flex items-center gap-1 ${count === 0 ? 'text-faint' : ''}`}
        >
          <span className={`rounded-sm p-0.75 wide:hidden ${className}`}>
            <Icon size={12} strokeWidth={2.25} aria-hidden="true" />
          </span>
          <Numeral name={`block.${type}s`} value={count} />
        </span>
      )
    },
  }
}

/** All bars of a page have one scale. */
function TypeBar({ counts, most }: { counts: MovementCounts; most: number }) {
  let x = 0
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="block h-2 w-full min-w-24"
    >
      {SHOWN_TYPES.map((type) => {
        const count = countOf(counts, type)
        if (count === 0) return null
        const width = (count / most) * 100
        x += width
        return (
          <rect
            key={type}
            x={x - width}
            width={width}
            height="8"
            className={`${MOVEMENT_LOOKS[type].fill} stroke-edge [vector-effect:non-scaling-stroke]`}
          />
        )
      })}
    </svg>
  )
}
