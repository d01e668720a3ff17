import { Notice } from '../ui/Notice.tsx'

type Props = { unreadable: number; of: number }

/** Says how many of a page's records could not be read. */
export function Unreadable({ unreadable, of }: Props) {
  return (
    <Notice tone="warning" title={`${unreadable} of ${of} records here could not be read`}>
      <p>They stand in their place with what the service sent.</p>
    </Notice>
  )
}
