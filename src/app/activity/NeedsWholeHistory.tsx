import type { RequestError } from '../../contract/requestError.ts'
import { UntrustedText } from '../ui/UntrustedText.tsx'

type Props = {
  /** What is missing: "Holders". */
  missing: string
  /** The response of the service, if it gives a reason. */
  error?: RequestError | undefined
  isSnapshot: boolean
}

/** Says why a service shows no sums. */
export function NeedsWholeHistory({ missing, error, isSnapshot }: Props) {
  if (isSnapshot)
    return (
      <p>
        {missing} can only be determined from the whole history, which this service does not have.
      </p>
    )
  return (
    <p>
      {missing} are not available.{' '}
      {error === undefined ? (
        'The service has no figures for them.'
      ) : (
        <UntrustedText text={`The service reported: ${error.message}`} />
      )}
    </p>
  )
}
