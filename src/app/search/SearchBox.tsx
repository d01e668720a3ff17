import { Search } from 'lucide-react'
import { GetForm } from '../ui/GetForm.tsx'

type Props = { defaultValue?: string; size?: 'normal' | 'large' }

/** Sends `q` to the search page. */
export function SearchBox({ defaultValue = '', size = 'normal' }: Props) {
  return (
    <div className="relative flex min-w-0 grow">
      <GetForm action="/search" searchLabel="Search">
        <label className="relative flex min-w-0 grow items-center">
          <span className="sr-only">Search</span>
          <Search size={16} aria-hidden="true" className="absolute start-3 text-muted" />
          <input
            name="q"
            type="search"
            defaultValue={defaultValue}
            placeholder="Search name, address, block or id"
            aria-keyshortcuts="/"
            className={`field w-full ps-9 ${size === 'large' ? 'min-h-14' : ''}`}
          />
        </label>
      </GetForm>
    </div>
  )
}
