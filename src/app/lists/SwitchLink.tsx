import type { ComponentProps } from 'react'
import { useSearchParams } from 'react-router-dom'
import { SearchLink } from './SearchLink.tsx'

/** A parameter of the URL with one value. `byDefault`: what it is without the parameter. */
export type Switch = { name: string; parameter: string; value: string; byDefault: 'on' | 'off' }

/** Of lists whose rows that are alike stand together, unless the reader parts them. */
export const GROUP_SWITCH: Switch = {
  name: 'Group alike',
  parameter: 'group',
  value: 'off',
  byDefault: 'on',
}

/** The switch of a parameter. */
export function SwitchLink(props: Switch) {
  const { name, parameter, value } = props
  const [search] = useSearchParams()
  const other = search.get(parameter) === value ? undefined : value
  return (
    <SearchSwitch name={name} isOn={isSwitchedOn(search, props)} changes={{ [parameter]: other }} />
  )
}

type Props = Pick<ComponentProps<typeof SearchLink>, 'changes'> & { name: string; isOn: boolean }

/** A switch that stays: it is part of every link of the list. `changes` are those of the URL. */
export function SearchSwitch({ name, isOn, changes }: Props) {
  return (
    <SearchLink
      changes={changes}
      role="switch"
      aria-checked={isOn}
      className="inline-flex min-h-8 shrink-0 items-center gap-2 text-sm text-muted hover:text-ink pointer-coarse:thumb-target"
    >
      <span
        aria-hidden="true"
        className={`inline-flex h-4 w-7 items-center rounded-full border p-px transition-colors ${isOn ? 'border-accent bg-accent' : 'border-control bg-sunken'}`}
      >
        <span
          className={`size-3 rounded-full transition-transform ${isOn ? 'translate-x-3 bg-ground rtl:-translate-x-3' : 'bg-control'} forced-colors:bg-[ButtonText]`}
        />
      </span>
      {name}
    </SearchLink>
  )
}

export function isSwitchedOn(
  search: URLSearchParams,
  { parameter, value, byDefault }: Switch,
): boolean {
  return (search.get(parameter) === value) !== (byDefault === 'on')
}
