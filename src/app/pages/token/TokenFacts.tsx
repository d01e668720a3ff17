import type { Token } from '../../../contract/token.ts'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

/** The token's own fields (SPEC 2.1) that are known. */
export function TokenFacts({ token }: { token: Token }) {
  const addresses = [
    ['Token URI', token.token_uri],
    ['Image', token.image_uri],
    ['Thumbnail', token.image_thumbnail_uri],
    ['Canonical image', token.image_canonical_uri],
  ] as const
  return (
    <Facts>
      <TextFact name="Name" text={token.name} />
      <TextFact name="Symbol" text={token.symbol} />
      {token.decimals !== undefined && (
        <Fact name="Decimals">
          <Numeral value={token.decimals} />
        </Fact>
      )}
      {token.sender_address && (
        <Fact name="Sender address">
          <Hash text={token.sender_address} label="sender address" length="full" />
        </Fact>
      )}
      {token.asset_identifier && (
        <Fact name="Asset identifier">
          <Hash text={token.asset_identifier} label="asset identifier" length="full" />
        </Fact>
      )}
      {token.tx_id && (
        <Fact name="Transaction (Stacks)">
          <Hash text={token.tx_id} label="Stacks transaction id" />
        </Fact>
      )}
      {addresses.map(([name, address]) => (
        <AddressFact key={name} name={name} address={address} />
      ))}
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
