import { Notice } from '../../ui/Notice.tsx'

/** Instead of sums and checks, which would be wrong if a record is missing. */
export function PartialList() {
  return (
    <Notice tone="information" title="This list is incomplete">
      <p>
        The service lacks some of its records. Sums and checks need all of them, so none are shown.
      </p>
    </Notice>
  )
}
