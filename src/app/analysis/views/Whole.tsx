import { useSearchParams } from 'react-router-dom'
import { NotUnderstood } from '../../activity/NotUnderstood.tsx'
import { readPaging } from '../../links.ts'
import { onDemand } from '../../onDemand.tsx'
import { ForeignText } from '../../ui/ForeignText.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { View } from '../../views.ts'
import type { Subject } from '../engine/subject.ts'
import { readShown, type Shown, shownLink } from './address.ts'
import type { ViewProps } from './asking.ts'
import { CheckView } from './CheckView.tsx'
import { NetView } from './NetView.tsx'
import { ReadingBar } from './ReadingBar.tsx'
import { RecordsView } from './RecordsView.tsx'
import { TakeView } from './TakeView.tsx'
import { useWholeSet } from './useWholeSet.ts'

// Draws with a library that no other view needs.
const PictureView = onDemand(async () => (await import('./PictureView.tsx')).PictureView)

type Props = {
  subject: Subject
  /** The address of the list's page, without any view. */
  path: string
}

/** A list of activity as a whole: read to its end, then filtered, summed, checked, drawn or taken home. */
export function Whole({ subject, path }: Props) {
  const [search] = useSearchParams()
  // The browser draws it alone, and stretches of a picture are longer than a page.
  const { requested: paging } = readPaging(search)
  const { shown: asked, refused } = readShown(search)
  const { shown, failure } = useWholeSet(subject, path)
  const linkTo = (change: Partial<Shown>, at = { ...paging, offset: 0 }) =>
    shownLink(path, { ...asked, ...change }, at)

  if (failure !== undefined) return <NotOpened failure={failure} path={path} />
  if (shown === undefined) return <Skeleton lines={12} label="Opening the whole list" />
  const View = VIEWS[asked.view]
  return (
    <div className="stack-4">
      <ReadingBar shown={shown} path={path} />
      {refused.length > 0 && <NotUnderstood refused={refused} />}
      <View
        shown={shown}
        subject={subject}
        asked={asked}
        paging={paging}
        linkTo={linkTo}
        path={path}
      />
    </div>
  )
}

const VIEWS: Record<View, (props: ViewProps) => React.ReactNode> = {
  records: RecordsView,
  net: NetView,
  check: CheckView,
  picture: PictureView,
  take: TakeView,
}

function NotOpened({ failure, path }: { failure: unknown; path: string }) {
  return (
    <Notice tone="warning" title="The whole list cannot be read here">
      <p>
        This browser refused what it takes:{' '}
        <ForeignText text={failure instanceof Error ? failure.message : String(failure)} />
      </p>
      <a href={path} className="button">
        Read it page by page
      </a>
    </Notice>
  )
}
