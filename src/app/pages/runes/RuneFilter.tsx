import type { RuneListOptions } from '../../../contract/runeList.ts'
import { runesLink } from '../../links.ts'
import { HiddenFields } from '../../lists/HiddenFields.tsx'
import { GetForm } from '../../ui/GetForm.tsx'

/** Selects the runes of the list. A plain form, which works before scripts load. */
export function RuneFilter({ options }: { options: RuneListOptions }) {
  const { name, mintable, orderBy, order } = options
  return (
    <GetForm action="/runes" searchLabel="Filter runes">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <label className="grid gap-1 text-sm text-muted">
          Name begins with
          <input
            name="name"
            defaultValue={name}
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            className="field w-56 text-ink"
          />
        </label>
        <label className="flex min-h-9 items-center gap-2 text-sm">
          <input type="checkbox" name="mintable" value="true" defaultChecked={mintable} />
          Can be minted now
        </label>
        <HiddenFields link={runesLink({ orderBy, order })} />
        <button type="submit" className="button">
          Filter
        </button>
      </div>
    </GetForm>
  )
}
