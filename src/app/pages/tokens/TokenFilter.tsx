import { MAX_FILTER_LENGTH, type TokenListOptions } from '../../../contract/tokenList.ts'
import { GetForm } from '../../ui/GetForm.tsx'

/** Selects the tokens of the list. A plain form, which works before scripts load. */
export function TokenFilter({ options }: { options: TokenListOptions }) {
  const { name, symbol, address, validMetadataOnly, orderBy, order } = options
  return (
    <GetForm action="/tokens" searchLabel="Filter tokens">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <TextField name="name" label="Name contains" value={name} />
        <TextField name="symbol" label="Symbol" value={symbol} />
        <label className="flex min-h-9 items-center gap-2 text-sm">
          <input
            type="checkbox"
            name="valid_metadata_only"
            value="true"
            defaultChecked={validMetadataOnly}
          />
          Only with a metadata document
        </label>
        {Object.entries({ address, order_by: orderBy, order }).map(([field, value]) => (
          <input key={field} type="hidden" name={field} value={value ?? ''} />
        ))}
        <button type="submit" className="button">
          Filter
        </button>
      </div>
    </GetForm>
  )
}

type TextFieldProps = { name: string; label: string; value: string | undefined }

function TextField({ name, label, value }: TextFieldProps) {
  return (
    <label className="grid gap-1 text-sm text-muted">
      {label}
      <input
        name={name}
        defaultValue={value}
        maxLength={MAX_FILTER_LENGTH}
        autoComplete="off"
        spellCheck={false}
        className="field w-44 text-ink"
      />
    </label>
  )
}
