import { MAX_FILTER_LENGTH, type TokenListOptions } from '../../../contract/tokenList.ts'
import { tokensLink } from '../../links.ts'
import { FilterForm } from '../../lists/FilterForm.tsx'
import { HiddenFields } from '../../lists/HiddenFields.tsx'
import { TextField } from '../../lists/TextField.tsx'

/** Selects the tokens of the list. A plain form, which works before scripts load. */
export function TokenFilter({ options }: { options: TokenListOptions }) {
  const { name, symbol, address, validMetadataOnly, orderBy, order } = options
  return (
    <FilterForm
      action="/tokens"
      searchLabel="Filter tokens"
      isSet={Boolean(name || symbol || validMetadataOnly)}
    >
      <TextField {...FIELD} name="name" label="Name contains" value={name} />
      <TextField {...FIELD} name="symbol" label="Symbol is" value={symbol} />
      <label className="flex min-h-9 items-center gap-2 text-sm">
        <input
          type="checkbox"
          name="valid_metadata_only"
          value="true"
          defaultChecked={validMetadataOnly}
          className="size-6"
        />
        Only with a metadata document
      </label>
      <HiddenFields link={tokensLink({ address, orderBy, order })} />
      <button type="submit" className="button">
        Filter
      </button>
    </FilterForm>
  )
}

const FIELD = { maxLength: MAX_FILTER_LENGTH, className: 'w-44' }
