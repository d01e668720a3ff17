import type { RequestError } from '../../contract/requestError.ts'
import { UntrustedText } from '../ui/UntrustedText.tsx'

type Props = {
  /** What is missing: "Holders". */
  missing: string
  /** The response of the service, if it gives a reason. */
  error?: RequestError | undefined
  isSnapshot: boolean
}

/** Says why a service without the whole history shows no sums. */
export function NeedsWholeHistory({ missing, error, isSnapshot }: Props) {
  return (
    <p>
      {missing} can only be determined from the whole history
      {isSnapshot ? ', which this service does not have.' : '. '}
      {!isSnapshot && error && <UntrustedText text={`The service reported: ${error.message}`} />}
    </p>
  )
}
