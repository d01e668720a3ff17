import type { RuneListOptions } from '../../../contract/runeList.ts'
import { runesLink } from '../../links.ts'
import { FilterForm } from '../../lists/FilterForm.tsx'
import { HiddenFields } from '../../lists/HiddenFields.tsx'
import { TextField } from '../../lists/TextField.tsx'

type Props = { options: RuneListOptions; isSupplyKnown: boolean }

/** Selects the runes of the list. A plain form, which works before scripts load. */
export function RuneFilter({ options, isSupplyKnown }: Props) {
  const { name, mintable, orderBy, order } = options
  return (
    <FilterForm
      action="/runes"
      searchLabel="Filter runes"
      isSet={name !== undefined || mintable === true}
    >
      <TextField
        name="name"
        label="Name begins with"
        value={name}
        maxLength={60}
        className="w-56"
      />
      <label className="flex min-h-9 items-center gap-2 text-sm">
        <input
          type="checkbox"
          name="mintable"
          value="true"
          defaultChecked={mintable}
          disabled={!isSupplyKnown}
          className="size-6"
        />
        Mintable only{!isSupplyKnown && ' (not known here)'}
      </label>
      <HiddenFields link={runesLink({ orderBy, order })} />
      <button type="submit" className="button">
        Filter
      </button>
    </FilterForm>
  )
}
