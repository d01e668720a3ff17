import { tryParse } from '../../../contract/json.ts'
import { problemOf } from '../../../contract/problems.ts'
import type { RequestError } from '../../../contract/requestError.ts'
import { useEndOfIndex } from '../../endOfIndex.tsx'
import { useAbout } from '../../query.ts'
import { Numeral } from '../../ui/numbers.tsx'

/** Why a transaction is not in the index. */
export function WhyUnknown() {
  const { coverage } = useAbout() ?? {}
  const end = useEndOfIndex()
  if (coverage === undefined || coverage.is_complete) {
    return 'It moved no runes, or its block is not in this index.'
  }
  return (
    <>
      It moved no runes that this index knows; those etched before{' '}
      <Numeral name="index.from" value={coverage.from} />
      {end !== undefined && (
        <>
          , and blocks after <Numeral name="index.block_height" value={end} />,
        </>
      )}{' '}
      are not in it.
    </>
  )
}

/** Why it is not known to be unconfirmed. */
export function WhyNotPending({ error }: { error: RequestError | null }) {
  if (error === null) return null
  if (error.kind !== 'not-found') return <>Whether it is unconfirmed cannot be read right now.</>
  const { message = '' } = problemOf(error.status ?? 404, tryParse(error.text ?? ''))
  return message.startsWith('this service does not see') ? (
    <>It may be unconfirmed: this service does not see unconfirmed transactions.</>
  ) : (
    <>It is not among the unconfirmed transactions of this node.</>
  )
}
