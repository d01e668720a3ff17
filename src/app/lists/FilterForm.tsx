import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { GetForm } from '../ui/GetForm.tsx'
import { useFormReset } from '../ui/useFormReset.ts'

type Props = {
  action: string
  searchLabel: string
  /** Whether the list is filtered. */
  isSet: boolean
  children: ReactNode
}

/**
 * The filter of a list. On phones, where it would fill the screen, it opens on request, and so it does in
 * browsers without `::details-content`, in which CSS cannot show closed details. The fields are
 * uncontrolled; their default values are those in the URL.
 */
export function FilterForm({ action, searchLabel, isSet, children }: Props) {
  const form = useFormReset(useLocation().search)
  return (
    <GetForm ref={form} action={action} searchLabel={searchLabel}>
      <details open={isSet} className="sm:details-content:[content-visibility:visible]">
        <summary className="min-h-6 text-muted sm:supports-[selector(::details-content)]:hidden">
          Filter
        </summary>
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2 pt-1">{children}</div>
      </details>
    </GetForm>
  )
}
