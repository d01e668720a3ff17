import { useSearchParams } from 'react-router-dom'
import { Tabs } from '../ui/Tabs.tsx'
import { viewLink } from './paging.ts'

type View = { view?: string; name: string; count?: number | undefined }

type Props = {
  label: string
  /** The views of the page; the first one, which its URL does not name, has no `view`. */
  views: (View | undefined)[]
  current: string | undefined
  keeps?: readonly string[]
}

/** Links to the views of a page, without filters and offset. */
export function ViewTabs({ label, views, current, keeps }: Props) {
  const [search] = useSearchParams()
  const shown = views.filter((view) => view !== undefined)
  const tabs = shown.map(({ view, ...tab }) => ({
    ...tab,
    to: viewLink(search, view, keeps),
    isCurrent: view === current,
  }))
  return <Tabs label={label} tabs={tabs} />
}
