import { useEffect, useState } from 'react'
import { useNavigationType } from 'react-router-dom'
import type { Subject } from '../analysis/engine/subject.ts'
import type { Whole as LoadedWhole } from '../analysis/views/Whole.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { View } from '../views.ts'
import { Views, type ViewsProps } from './Views.tsx'

type Props = Pick<ViewsProps, 'path' | 'total'> & { subject: Subject; search: URLSearchParams }

/** The list as a whole. Only a browser reads it, with code that is fetched when somebody wants it. */
export function WholeList({ subject, path, total, search }: Props) {
  const [Whole, setWhole] = useState<typeof LoadedWhole>()
  const isPushed = useNavigationType() === 'PUSH'
  const [isLacking, setLacking] = useState(false)
  // The network is outside React.
  useEffect(() => {
    import('../analysis/views/Whole.tsx').then(
      (loaded) => setWhole(() => loaded.Whole),
      () => setLacking(true),
    )
  }, [])
  // Who pressed the way to a view goes on from it: the link pressed is gone with the page before.
  useEffect(() => {
    if (isPushed && document.activeElement === document.body)
      document.querySelector<HTMLElement>('nav[aria-label="Views"] [aria-current]')?.focus()
  }, [isPushed])
  return (
    <div className="space-y-4">
      <Views
        path={path}
        total={total}
        view={search.get('view')}
        linkTo={(view) => `${path}?${withView(search, view)}`}
      />
      {Whole !== undefined && <Whole subject={subject} path={path} />}
      {Whole === undefined && !isLacking && <Skeleton lines={12} label="Opening the whole list" />}
      {isLacking && (
        <p>What reads the whole list could not be fetched. Try again with a connection.</p>
      )}
      <noscript>
        <p>
          This view reads all records in your browser, which takes JavaScript.{' '}
          <a href={path} className="link">
            Read page by page
          </a>{' '}
          works without.
        </p>
      </noscript>
    </div>
  )
}

/** What is asked of the list goes on being asked of it in another view. */
function withView(search: URLSearchParams, view: View): URLSearchParams {
  const other = new URLSearchParams(search)
  other.set('view', view)
  other.delete('offset')
  return other
}
