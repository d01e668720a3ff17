import { GetForm } from './GetForm.tsx'
import { Icon } from './icons.tsx'

type Props = {
  label: string
  placeholder: string
  defaultValue?: string
  size?: 'normal' | 'large'
}

/** Sends `q` to the search page: a plain form, so that it works before any script does. */
export function SearchBox({ label, placeholder, defaultValue = '', size = 'normal' }: Props) {
  return (
    <GetForm action="/search" searchLabel={label}>
      <label className="relative flex min-w-0 grow items-center">
        <span className="sr-only">{label}</span>
        <span className="pointer-events-none absolute start-3 text-muted">
          <Icon name="search" />
        </span>
        <input
          type="search"
          name="q"
          key={defaultValue}
          defaultValue={defaultValue}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className={`field w-full rounded-e-none ps-9 placeholder:text-muted ${size === 'large' ? 'min-h-12 text-base' : ''}`}
        />
      </label>
      <button type="submit" className="button -ms-px rounded-s-none">
        Search
      </button>
    </GetForm>
  )
}
