import { ADDRESS, parseTransactionId } from '../../../contract/identifiers.ts'
import type { Token } from '../../../contract/token.ts'
import { addressLink } from '../../links.ts'
import { StacksExplorerLink } from '../../sources/StacksExplorerLink.tsx'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { Amount, Numeral } from '../../ui/numbers.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

/** The known fields that come from the contract, not from the metadata document. */
export function TokenFacts({ token }: { token: Token }) {
  const txId = parseTransactionId(token.tx_id ?? '')
  return (
    <Facts>
      <TextFact name="Name" text={token.name} />
      <TextFact name="Symbol" text={token.symbol} />
      {token.decimals !== undefined && (
        <Fact name="Decimals">
          <Numeral value={token.decimals} />
        </Fact>
      )}
      {token.total_supply !== undefined && (
        <Fact name="Total supply">
          <Amount digits={token.total_supply} /> in the smallest unit
        </Fact>
      )}
      <AddressFact name="Token URI" address={token.token_uri} />
      {token.sender_address && (
        <Fact name="Deployer">
          <Hash
            text={token.sender_address}
            label="deployer address"
            {...(ADDRESS.test(token.sender_address) && {
              to: addressLink(token.sender_address),
            })}
            length="full"
          />
        </Fact>
      )}
      {token.asset_identifier && (
        <Fact name="Asset identifier">
          <Hash text={token.asset_identifier} label="asset identifier" length="full" />
        </Fact>
      )}
      {token.tx_id && (
        <Fact name="Deployment transaction">
          <Hash text={token.tx_id} label="Stacks transaction id" />{' '}
          {txId !== undefined && (
            <StacksExplorerLink address={token.sender_address ?? ''} id={`0x${txId}`} />
          )}
        </Fact>
      )}
    </Facts>
  )
}

export function TextFact({ name, text }: { name: string; text: string | undefined }) {
  if (!text) return null
  return (
    <Fact name={name}>
      <UntrustedText text={text} />
    </Fact>
  )
}

export function AddressFact({ name, address }: { name: string; address: string | undefined }) {
  if (!address) return null
  return (
    <Fact name={name}>
      <ExternalLink address={address} />
    </Fact>
  )
}
