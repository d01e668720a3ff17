import type { HolderPage } from '../../../contract/balances.ts'
import type { Paging } from '../../../contract/paging.ts'
import { addAll, type Decimal, parseDecimal, share } from '../../analysis/engine/decimal.ts'
import { Bar } from '../../analysis/views/BarLink.tsx'
import { useLanguage } from '../../ui/language.ts'
import { formatDecimal } from '../../ui/numbers.tsx'

/** The page of holders that the shares are computed from. */
export const TOP_HOLDERS: Paging = { offset: 0, limit: 100 }

type Props = { supply: string; top: HolderPage }

/** The share of the supply that the largest holders have. */
export function Concentration({ supply, top: { total, results } }: Props) {
  const language = useLanguage()
  const balances = results.flatMap(({ balance = '' }) => parseDecimal(balance) ?? [])
  const whole = parseDecimal(supply)
  // Another service may send fewer holders than requested.
  const isReadable = balances.length >= Math.min(total, TOP_HOLDERS.limit)
  if (whole === undefined || whole.units === 0n || balances.length < 2 || !isReadable) return null
  return (
    <section aria-labelledby="concentration" className="panel space-y-2 px-4 py-3">
      <h2 id="concentration" className="font-semibold">
        Concentration
      </h2>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5">
        {groupsOf(total).map(({ name, count }) => {
          const part = share(addAll(balances.slice(0, count)), whole)
          return (
            <div key={name} className="col-span-full grid grid-cols-subgrid items-center">
              <dt className="text-sm max-sm:col-span-full">{name}</dt>
              <dd className="col-span-2 grid grid-cols-subgrid items-center">
                <Bar parts={[{ share: Math.min(1, part), fill: 'fill-accent' }]} />
                <span className="text-end tabular-nums">{formatShare(part, language)}</span>
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}

function groupsOf(total: number): { name: string; count: number }[] {
  return [
    { name: 'Largest holder', count: 1 },
    ...[10, 100]
      .filter((count) => count < total)
      .map((count) => ({ name: `Largest ${count} holders`, count })),
  ]
}

/** The share of the supply in percent: "12.34%"; undefined if one of them is unknown. */
export function formatShareOf(
  balance: string | undefined,
  supply: string | undefined,
  language: string,
): string | undefined {
  const [part, whole]: (Decimal | undefined)[] = [balance, supply].map((digits) =>
    parseDecimal(digits ?? ''),
  )
  if (part === undefined || whole === undefined || whole.units === 0n) return
  return formatShare(share(part, whole), language)
}

function formatShare(part: number, language: string): string {
  if (part > 0 && part < 0.0001) return `< ${formatDecimal('0.01', language)}%`
  return `${formatDecimal((part * 100).toFixed(2), language)}%`
}
