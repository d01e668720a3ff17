import { Link, useSearchParams } from 'react-router-dom'
import type { RuneDistribution } from '../../../contract/schemas/rune.ts'
import { type PartFill, PartSwatch, Parts } from '../../figures/Parts.tsx'
import { PAGE_PALETTE } from '../../figures/palette.ts'
import { viewLink } from '../../lists/paging.ts'
import {
  Amount,
  Digits,
  type FigureName,
  Numeral,
  Percent,
  trimDecimal,
  useFormatCount,
} from '../../ui/numbers.tsx'
import { nameOfSize, shownSizes } from './balanceSizes.ts'
import { KEPT_PARAMETERS } from './HistoryFigure.tsx'

type Props = { distribution: RuneDistribution }

/** The largest holders, the others, and what has no address: together the supply. */
export function WhoHolds({ distribution: { groups }, holders }: Props & { holders: number }) {
  const [search] = useSearchParams()
  if (groups.length === 0) return null
  const parts = groups.map(({ group, share }) => ({
    name: group,
    share: Number(share),
    fill: FILLS[group],
  }))
  return (
    <section className="panel px-4 pt-3 pb-2.5 text-sm phone:px-3">
      <header className="flex items-baseline gap-2.5">
        <h2 className="text-lg font-semibold">Who holds it</h2>
        <span className="grow text-xs text-muted">share of the supply</span>
        <Link
          to={viewLink(search, 'holders', KEPT_PARAMETERS)}
          className="font-medium hover:underline"
        >
          All <Numeral name="rune.holders" value={holders} />{' '}
          <span className="sr-only">holders </span>→
        </Link>
      </header>
      {groups.length > 1 && <Parts parts={parts} palette={PAGE_PALETTE} />}
      <ul className="mt-2 grid grid-cols-[auto_auto_minmax(0,1fr)_auto] gap-x-3">
        {groups.map(({ group, holders = 0, balance, share }) => (
          <li
            key={group}
            className="col-span-4 grid min-h-6 grid-cols-subgrid items-center tight:flex tight:flex-wrap tight:gap-x-3"
          >
            <PartSwatch fill={FILLS[group]} palette={PAGE_PALETTE} />
            <span className="whitespace-nowrap">
              <GroupName group={group} holders={holders} />
            </span>
            <span className="min-w-0 text-end text-muted">
              <Balance name={`group.${group}_balance`} digits={trimDecimal(balance)} />
            </span>
            <span className="min-w-14 text-end font-semibold">
              <Percent name={`group.${group}_share`} value={share} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** With more digits than a line has, it breaks between groups of three. */
const MAX_DIGITS = 15

function Balance({ name, digits }: { name: FigureName; digits: string }) {
  const [integer = '', fraction = ''] = digits.split('.')
  // A fraction is shown up to its first digits that are no zeros.
  const zeros = integer === '0' ? fraction.search(/[1-9]/) : 0
  if (integer.length > MAX_DIGITS || zeros > MAX_DIGITS)
    return <Digits name={name} digits={trimDecimal(digits)} />
  return <Amount name={name} digits={digits} />
}

type GroupKind = RuneDistribution['groups'][number]['group']

const FILLS = {
  largest: { opacity: 1 },
  'next-9': { opacity: 0.7 },
  'next-90': { opacity: 0.44 },
  others: { opacity: 0.2 },
  'no-address': 'hatched',
} as const satisfies Record<GroupKind, PartFill>

function GroupName({ group, holders }: { group: GroupKind; holders: number }) {
  if (group === 'largest') return 'Largest holder'
  if (group === 'no-address') return 'No address'
  return (
    <>
      {group === 'others' ? 'Other' : 'Next'}{' '}
      <Numeral name={`group.${group}_holders`} value={holders} />
    </>
  )
}

/** Fewer sizes are no figure. */
const MIN_SIZES = 3

/** How many hold how much, a power of ten each. */
export function HoldersBySize({ distribution }: Props) {
  const format = useFormatCount()
  const sizes = shownSizes(distribution)
  if (sizes.length < MIN_SIZES) return null
  const most = Math.max(...sizes.map(({ holders }) => holders))
  return (
    <section className="panel px-4 pt-3 pb-2.5 text-sm phone:px-3">
      <header className="flex items-baseline justify-between gap-2.5">
        <h2 className="text-lg font-semibold">By size of balance</h2>
        <span className="text-xs text-muted">holders · share</span>
      </header>
      <ul className="mt-1 grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2">
        {sizes.map((size) => (
          <li
            key={`${size.kind} ${size.digits}`}
            className="col-span-3 grid min-h-6.5 grid-cols-subgrid items-center text-xs"
          >
            <span data-axis className="text-end text-muted">
              {nameOfSize(size, format)}
            </span>
            <span className="flex min-w-0 items-center gap-1.5 pe-10">
              <HolderBar part={size.holders / most} />
              <span className="font-semibold">
                <Numeral name="size.holders" value={size.holders} />
              </span>
            </span>
            <span className="text-end text-muted">
              <Percent name="size.share" value={size.share} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** As wide as its part of the room that the largest number leaves. */
function HolderBar({ part }: { part: number }) {
  return (
    <svg
      aria-hidden="true"
      width={`${(part * 100).toFixed(2)}%`}
      className="h-3.5 min-w-0.5 shrink-0"
    >
      <rect
        width="100%"
        height="100%"
        rx="2"
        fill={PAGE_PALETTE.olive}
        stroke={PAGE_PALETTE.edge}
      />
    </svg>
  )
}
