import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import type { Reply } from '../../../contract/client.ts'
import { SAMPLES } from '../../../contract/samples.ts'
import type { TokenPage } from '../../../contract/tokenList.ts'
import { useApi } from '../../appContext.ts'
import { Failure } from '../../errors/Failure.tsx'
import { MalformedIdentifier } from '../../errors/MalformedIdentifier.tsx'
import { StoredDataNotices } from '../../errors/StoredDataNotices.tsx'
import { tokenLink, tokensLink } from '../../links.ts'
import { PageHead } from '../../PageHead.tsx'
import { deployedTokensQuery } from '../../queries/tokens.ts'
import { StacksExplorerLink } from '../../sources/StacksExplorerLink.tsx'
import { Count } from '../../ui/numbers.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { AddressHeader } from './AddressHeader.tsx'
import { isMistyped, stacksHead } from './addressHead.ts'
import { type Address, explainMistake } from './parseAddress.ts'

/** The tokens that a Stacks address has deployed. */
export function StacksAddress(parsed: Address) {
  const [search] = useSearchParams()
  const { address } = parsed
  const tokens = useQuery(deployedTokensQuery(useApi(), address))
  const { data: reply, error } = tokens
  if (isMistyped(parsed, reply?.value)) {
    return <MalformedIdentifier kind="address" text={address} brokenRule={explainMistake(parsed)} />
  }
  return (
    <article className="space-y-6">
      <PageHead {...stacksHead(parsed, search, tokens)} />
      <AddressHeader
        parsed={parsed}
        isSample={address === SAMPLES.sender_address}
        known={reply && reply.value.total > 0 ? 'tokens' : undefined}
      >
        <StacksExplorerLink address={address} />
      </AddressHeader>
      <section aria-labelledby="tokens" className="space-y-3">
        <h2 id="tokens" className="text-xl font-semibold">
          Tokens by this deployer
        </h2>
        <StoredDataNotices query={tokens} />
        {error && reply === undefined && <Failure error={error} />}
        {!error && reply === undefined && <Skeleton lines={4} label="Loading the tokens" />}
        {reply !== undefined && <DeployedTokens address={address} reply={reply} />}
      </section>
    </article>
  )
}

type DeployedTokensProps = { address: string; reply: Reply<TokenPage> }

function DeployedTokens({ address, reply }: DeployedTokensProps) {
  const { total, results } = reply.value
  if (total === 0) return <p>The service has no tokens deployed by this address.</p>
  return (
    <>
      <p>
        <Count value={total} one="token" />
        {reply.coverage === 'partial' && ' in this service’s database'}
        {total > results.length && `, of which the first ${results.length} are listed`}
      </p>
      <ul className="panel divide-y divide-line">
        {results.map(({ contract_principal: principal, name, symbol }) => (
          <li key={principal} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2">
            <Link to={tokenLink(principal)} className="link font-semibold">
              <UntrustedText text={name || symbol || principal} />
            </Link>
            {symbol && (
              <span className="text-muted">
                <UntrustedText text={symbol} />
              </span>
            )}
            <span dir="ltr" className="w-full font-mono text-xs text-muted">
              {principal}
            </span>
          </li>
        ))}
      </ul>
      {total > results.length && (
        <Link to={tokensLink({ address })} className="button">
          All <Count value={total} one="token" />
        </Link>
      )}
    </>
  )
}
