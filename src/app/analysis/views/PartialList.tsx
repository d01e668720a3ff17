import { Notice } from '../../ui/Notice.tsx'

/** Instead of sums and checks, which would be wrong if a record is missing. `heading`: of the view. */
export function PartialList({ heading }: { heading: string }) {
  return (
    <section aria-labelledby="partial-heading" className="space-y-4">
      <h2 id="partial-heading" className="text-lg font-semibold">
        {heading}
      </h2>
      <Notice tone="information" title="This list is incomplete">
        <p>
          The service does not have all the records in this list. Sums and checks need all of them.
        </p>
      </Notice>
    </section>
  )
}
