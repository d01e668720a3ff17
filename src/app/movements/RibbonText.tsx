import type { ReactNode } from 'react'
import type { Ribbon } from '../../contract/schemas/chain.ts'
import { SearchLink } from '../lists/SearchLink.tsx'
import { Mark } from '../ui/Mark.tsx'
import { Amount, Count, isLongAmount, Numeral } from '../ui/numbers.tsx'
import { Owner } from './columns.tsx'
import { ribbonFilter } from './ribbonPoints.ts'

/** How much, and to whom: "100 each to 12 addresses". */
export function RibbonText({ ribbon }: { ribbon: Ribbon }) {
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
  return (
    <SearchLink changes={ribbonFilter(ribbon)} className="quiet-link">
      {children}
    </SearchLink>
  )
}

/** In a row with its text, the marks of so many addresses have room. */
const MARKS_BESIDE_TEXT = 3
const PHONE_MARKS = 7

/** Whether it needs a second line beside the ribbon. */
export function hasTwoLines(ribbon: Ribbon | undefined): boolean {
  return hasMarkRow(ribbon) || isLongAmount(ribbon?.amount)
}

function hasMarkRow(ribbon: Ribbon | undefined): boolean {
  return ribbon !== undefined && ribbon.addresses > MARKS_BESIDE_TEXT
}

/** What tells the receivers apart at a glance. */
export function Marks({ ribbon }: { ribbon: Ribbon }) {
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
