import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { parseRune } from '../../../contract/identifiers.ts'
import type {
  AddressBalance,
  AddressHistory,
  AddressSeries,
} from '../../../contract/schemas/address.ts'
import type { RuneLabel } from '../../../contract/schemas/runeLabel.ts'
import { Failure, useLastError } from '../../errors/Failure.tsx'
import { WhenLoaded } from '../../errors/WhenLoaded.tsx'
import { FigureTable } from '../../figures/FigureTable.tsx'
import { columnLength, MIN_COLUMNS, spanOf } from '../../figures/timeColumns.ts'
import { changeSearch } from '../../lists/paging.ts'
import { type EndpointQuery, endpointQuery } from '../../query.ts'
import { RuneSymbol } from '../../runes/RuneName.tsx'
import type { Load } from '../../source.ts'
import { useLanguage } from '../../ui/language.ts'
import { formatDecimal, trimDecimal, useFormatCount } from '../../ui/numbers.tsx'
import { TableSkeleton } from '../../ui/Skeleton.tsx'
import { type AddressColumn, addressColumns } from './addressColumns.ts'
import { OverTimeDrawing } from './OverTimeDrawing.tsx'

/** The parameter of the URL that chooses a rune. */
export const SERIES_PARAMETER = 'series'

/** How many of its runes can be chosen at once. */
const CHOICES = 5

type Props = {
  address: string
  /** The rune that the URL chooses. */
  chosen: string | undefined
  /** The largest first. */
  balances: readonly AddressBalance[]
}

/** The rune whose balance an address page shows, in the form that the URL has. */
export function chosenRune(search: URLSearchParams): string | undefined {
  const text = search.get(SERIES_PARAMETER)
  return text === null ? undefined : parseRune(text)?.text
}

export async function loadOverTime(load: Load, props: Props): Promise<void> {
  const { history, series } = queriesOf(props)
  await Promise.all([load(history), series && load(series)])
}

function queriesOf({ address, chosen, balances }: Props) {
  const rune = chosen ?? knownRunes(balances)[0]?.rune.id
  return {
    history: endpointQuery('addressHistory', { address, step: 'auto' }),
    series:
      rune === undefined
        ? undefined
        : endpointQuery('addressSeries', { address, rune, step: 'auto' }),
  }
}

/** With the most movements first. Of runes that are older than the index, balances in the past are not known. */
function knownRunes(balances: readonly AddressBalance[]): AddressBalance[] {
  return balances
    .filter(({ share }) => share !== undefined)
    .sort((one, two) => (two.movements ?? 0) - (one.movements ?? 0))
}

/** What the address had of a rune over time, and how much it did. */
export function OverTime(props: Props) {
  const { history, series } = queriesOf(props)
  const loaded = useQuery(history)
  return (
    <WhenLoaded query={loaded} skeleton={SKELETON}>
      {(history) =>
        series === undefined ? (
          <Figure {...props} history={history} />
        ) : (
          <WithSeries {...props} history={history} query={series} />
        )
      }
    </WhenLoaded>
  )
}

const SKELETON = <TableSkeleton rows={6} />

type FigureProps = Props & { history: AddressHistory; series?: AddressSeries | undefined }

function WithSeries({ query, ...props }: FigureProps & { query: EndpointQuery<AddressSeries> }) {
  const series = useQuery(query)
  const error = useLastError(series)
  if (series.data === undefined && error === null) return SKELETON
  return (
    <>
      <Figure {...props} series={series.data?.value} />
      {error !== null && error.kind !== 'refused' && error.kind !== 'not-found' && (
        <Failure error={error} />
      )}
      {error?.kind === 'refused' && (
        <p className="mt-2 text-sm text-muted">
          It has too many movements of this rune to add up what it had over time.
        </p>
      )}
    </>
  )
}

/** An address that did less than three things has no figure. */
function Figure({ history, series, balances }: FigureProps) {
  const { size, columns } = addressColumns(history, series)
  if (columns.length < MIN_COLUMNS || history.results.length < MIN_COLUMNS) return null
  const { step } = history
  const shown = columns[0]?.rune === undefined ? undefined : series?.rune
  return (
    <figure
      aria-label="Over time"
      className="panel relative px-4 pt-3 pb-3 phone:px-3 print:hidden"
    >
      <figcaption className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1.5 text-xs text-muted">
        <h2 className="text-lg font-semibold text-ink">Over time</h2>
        <span className="grow">{columnLength(step, size)}</span>
        <Runes balances={balances} shown={shown} />
      </figcaption>
      <OverTimeDrawing columns={columns} runeName={shown?.spaced_name} />
      <HistoryTable step={step} columns={columns} runeName={shown?.spaced_name} />
    </figure>
  )
}

type RunesProps = Pick<Props, 'balances'> & { shown: RuneLabel | undefined }

/** The runes whose balance can be shown: the busiest of the largest that it holds, and the one that is shown. */
function Runes({ balances, shown }: RunesProps) {
  const [search] = useSearchParams()
  const busiest = knownRunes(balances)
    .slice(0, CHOICES)
    .map(({ rune }) => rune)
  const isListed = shown === undefined || busiest.some(({ id }) => id === shown.id)
  const runes = isListed ? busiest : [shown, ...busiest]
  if (runes.length < 2) return shown === undefined ? null : <RuneLabelText rune={shown} />
  return (
    <nav
      aria-label="Rune of the balance"
      className="fade-end flex max-w-full flex-wrap gap-1.5 phone:flex-nowrap phone:overflow-x-auto phone:py-1 phone:pe-8 phone:[scrollbar-width:none]"
    >
      {runes.map((rune) => (
        <Link
          key={rune.id}
          to={changeSearch(search, { [SERIES_PARAMETER]: rune.id })}
          preventScrollReset
          aria-current={rune.id === shown?.id ? 'true' : undefined}
          className="chip shrink-0"
        >
          <RuneLabelText rune={rune} />
        </Link>
      ))}
    </nav>
  )
}

function RuneLabelText({ rune: { symbol, spaced_name } }: { rune: RuneLabel }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <span className="inline-flex text-ink">
        <RuneSymbol symbol={symbol} />
      </span>
      <span className="max-w-44 truncate">{spaced_name}</span>
    </span>
  )
}

type TableProps = {
  step: AddressHistory['step']
  columns: AddressColumn[]
  runeName: string | undefined
}

function HistoryTable({ step, columns, runeName }: TableProps) {
  const language = useLanguage()
  const format = useFormatCount()
  const ofRune = [
    [`Balance of ${runeName}`, 'series.balance'],
    ['Its movements', 'series.movements'],
  ] as const
  return (
    <FigureTable
      caption={`The address by ${step}`}
      columns={[
        step === 'block' ? 'Blocks' : 'Days',
        ...(runeName === undefined ? [] : ofRune),
        ['Movements of all runes', 'activity.movements'],
      ]}
      rows={columns.map((column) => {
        const { rune, movements } = column
        const held =
          rune === undefined
            ? []
            : [formatDecimal(trimDecimal(rune.balance), language), format(rune.movements)]
        return [spanOf(column, format), ...held, format(movements)]
      })}
    />
  )
}
