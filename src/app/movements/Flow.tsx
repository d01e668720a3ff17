import { group } from 'd3-array'
import type { ReactNode } from 'react'
import type { Ribbon, TransactionDetails } from '../../contract/schemas/chain.ts'
import { PAGE_PALETTE } from '../figures/palette.ts'
import { type RibbonLook, RibbonsBeside, RibbonsDown } from '../figures/Ribbons.tsx'
import { type Flowing, layOutBeside, layOutDown, rowsBeside } from '../figures/ribbonLayout.ts'
import { excessOf, flowsOf, sharesOf } from '../figures/ribbonShares.ts'
import { SearchLink } from '../lists/SearchLink.tsx'
import { RuneName } from '../runes/RuneName.tsx'
import { Mark } from '../ui/Mark.tsx'
import { Amount, addAmounts, Count, isLongAmount, Numeral } from '../ui/numbers.tsx'
import { Owner } from './columns.tsx'
import { TypeBadge } from './TypeBadge.tsx'

type Props = {
  transaction: Pick<TransactionDetails, 'flow' | 'runes'>
  look?: RibbonLook
}

/** Who gave how much to whom: ribbons from the givers to the receivers, for each rune that has several. */
export function Flow({ transaction, look = 'solid' }: Props) {
  const { runes } = transaction
  const flows = flowsOf(transaction)
  if (flows.length === 0) return null
  return (
    <>
      <figure
        aria-label="Who gave how much to whom"
        className="panel mt-4 divide-y divide-line print:hidden"
      >
        {flows.map((ribbons) => (
          <RuneFlow
            key={ribbons[0]?.rune.id}
            ribbons={ribbons}
            isNamed={runes.length > 1}
            look={look}
          />
        ))}
      </figure>
      {flows.some((ribbons) => excessOf(ribbons) > 1) && (
        <p className="mt-1.5 text-xs text-muted print:hidden">
          Dashed: more came back than is drawn.
        </p>
      )}
    </>
  )
}

type RuneFlowProps = { ribbons: Ribbon[]; isNamed: boolean; look: RibbonLook }

function RuneFlow({ ribbons, isNamed, look }: RuneFlowProps) {
  const [first] = ribbons
  const shares = sharesOf(ribbons)
  const sources = group(ribbons, ({ source, from }) => `${source} ${from}`)
  return (
    <div className="px-4 py-3">
      {isNamed && first !== undefined && (
        <p className="mb-1 text-sm">
          <RuneName rune={first.rune} />
        </p>
      )}
      {[...sources].map(([key, own]) => (
        <SourceFlow key={key} ribbons={own} shares={shares} look={look} />
      ))}
    </div>
  )
}

type SourceProps = {
  ribbons: Ribbon[]
  shares: ReadonlyMap<Ribbon, Flowing>
  look: RibbonLook
}

/** Marks or a long amount in a row of their own, and a single line of text, in pixels. */
const HIGH_ROW = 60
const ROW = 36
const MIN_HEIGHT = 48

function SourceFlow({ ribbons, shares, look }: SourceProps) {
  const flowing = ribbons.map((ribbon) => shares.get(ribbon) ?? { share: 0, isCut: false })
  const rows = rowsBeside(flowing, shares.size, (index) =>
    hasTwoLines(ribbons[index]) ? HIGH_ROW : ROW,
  )
  const height = Math.max(
    MIN_HEIGHT,
    rows.reduce((sum, row) => sum + row.height, 0),
  )
  const beside = layOutBeside(rows, height)
  const down = layOutDown(flowing)
  const typed = <Shape,>(shapes: readonly Shape[]) =>
    shapes.map((shape, index) => ({ ...shape, type: ribbons[index]?.type }))
  const drawing = { look, palette: PAGE_PALETTE }
  return (
    <div className="py-1 md:grid md:grid-cols-[minmax(9rem,13rem)_minmax(4rem,23rem)_minmax(22rem,1fr)]">
      <Source ribbons={ribbons} />
      <div className={`${heightClass(height)} phone:hidden`}>
        <RibbonsBeside
          {...drawing}
          bar={beside.bar}
          height={height}
          ribbons={typed(beside.ribbons)}
        />
      </div>
      <div className="relative flex min-w-0 items-center">
        <div className="absolute start-0 top-0 md:hidden tight:hidden">
          <RibbonsDown {...drawing} width={down.width} ribbons={typed(down.ribbons)} />
        </div>
        <ul className="w-full min-w-0 ps-4 phone:ps-24 tight:ps-0">
          {ribbons.map((ribbon, index) => (
            <li
              key={keyOf(ribbon)}
              className={`flex flex-wrap content-center items-center gap-x-2 gap-y-1 text-sm ${heightClass(rows[index]?.height ?? ROW)} phone:h-18 phone:gap-y-0 tight:h-auto tight:py-2`}
            >
              {ribbon.type !== undefined && <TypeBadge type={ribbon.type} />}
              <RibbonText ribbon={ribbon} />
              <Marks ribbon={ribbon} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

/** A utility instead of a style attribute, which the Content-Security-Policy forbids (`theme.css`). */
function heightClass(pixels: number): string {
  return `h-${pixels / 4}`
}

function keyOf({ type, amount_each, amount, first, outputs }: Ribbon): string {
  return [type, amount_each, amount, outputs, ...first].join(' ')
}

const SOURCES = {
  minted: 'new supply',
  premined: 'new supply',
  'no-address': 'no address',
  several: 'others',
  address: '',
}

function Source({ ribbons }: { ribbons: Ribbon[] }) {
  const [first] = ribbons
  if (first === undefined) return null
  const { source, from } = first
  return (
    <div className="flex min-w-0 flex-col justify-center pe-3 text-end text-sm phone:mb-1 phone:flex-row phone:items-baseline phone:justify-start phone:gap-2">
      <span className="phone:shrink-0">
        {from === undefined ? (
          <span className="text-muted">{SOURCES[source]}</span>
        ) : (
          <Owner address={from} />
        )}
      </span>
      <span className="min-w-0 text-muted">
        <span className="font-medium text-ink">
          <Amount name="flow.given" digits={addAmounts(ribbons.map(({ amount }) => amount))} />
        </span>{' '}
        {source === 'minted' ? 'minted' : source === 'premined' ? 'premined' : 'put in'}
      </span>
    </div>
  )
}

function RibbonText({ ribbon }: { ribbon: Ribbon }) {
  const { type, amount, amount_each, addresses } = ribbon
  const isEach = addresses > 1 && amount_each !== undefined
  return (
    <span
      className={`min-w-0 max-w-full ${isLongAmount(amount) ? 'w-full phone:text-xs/4' : 'phone:leading-5'}`}
    >
      <span className="font-medium">
        <Amount name="flow.amount" digits={isEach ? amount_each : amount} />
      </span>{' '}
      {isEach && 'each '}
      {addresses > 1 && !isEach && 'in all '}
      {type === 'burn' ? 'destroyed' : <Receivers ribbon={ribbon} />}
    </span>
  )
}

function Receivers({ ribbon }: { ribbon: Ribbon }) {
  const { type, addresses, outputs, outputs_without_address, first } = ribbon
  if (addresses === 0) {
    return (
      <>
        to no address
        <InOutputs outputs={outputs} />
      </>
    )
  }
  return (
    <>
      {type === 'change' ? 'back to ' : 'to '}
      {addresses === 1 ? (
        <>
          <Owner address={first[0]} />
          {outputs_without_address === 0 && <InOutputs outputs={outputs} />}
        </>
      ) : (
        <ReceiversLink ribbon={ribbon}>
          <Count name="flow.addresses" value={addresses} one="address" many="addresses" />
        </ReceiversLink>
      )}
      {outputs_without_address > 0 && (
        <>
          {' and '}
          <Count
            name="flow.outputs"
            value={outputs_without_address}
            one="output without an address"
            many="outputs without an address"
          />
        </>
      )}
    </>
  )
}

function InOutputs({ outputs }: { outputs: number }) {
  if (outputs < 2) return null
  return (
    <span className="text-muted">
      {' '}
      in <Count name="flow.outputs" value={outputs} one="output" />
    </span>
  )
}

/** Their movements, one by one. */
function ReceiversLink({ ribbon, children }: { ribbon: Ribbon; children: ReactNode }) {
  const { type, rune, from } = ribbon
  const change = type === 'change' ? 'show' : undefined
  const changes = {
    view: undefined,
    type,
    rune: rune.spaced_name,
    giver: from,
    change,
    group: 'off',
  }
  return (
    <SearchLink changes={changes} className="quiet-link">
      {children}
    </SearchLink>
  )
}

/** In a row with its text, the marks of so many addresses have room. */
const MARKS_BESIDE_TEXT = 3
const PHONE_MARKS = 7

function hasTwoLines(ribbon: Ribbon | undefined): boolean {
  return hasMarkRow(ribbon) || isLongAmount(ribbon?.amount)
}

function hasMarkRow(ribbon: Ribbon | undefined): boolean {
  return ribbon !== undefined && ribbon.addresses > MARKS_BESIDE_TEXT
}

/** What tells the receivers apart at a glance. */
function Marks({ ribbon }: { ribbon: Ribbon }) {
  const { addresses, first } = ribbon
  if (addresses < 2) return null
  return (
    <span
      aria-hidden="true"
      className={`flex items-center gap-1 ${hasMarkRow(ribbon) ? 'w-full' : 'phone:w-full'}`}
    >
      {first.map((address, index) => (
        <span
          key={address}
          title={address}
          className={index < PHONE_MARKS ? 'flex' : 'flex phone:hidden'}
        >
          <Mark id={address} />
        </span>
      ))}
      {addresses > first.length && (
        <span className="ps-1 text-xs text-muted phone:hidden">
          + <Numeral name="flow.more_addresses" value={addresses - first.length} />
        </span>
      )}
    </span>
  )
}
