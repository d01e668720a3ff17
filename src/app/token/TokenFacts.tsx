import type { JsonObject } from '../../contract/json.ts'
import type { Token, TokenLocalization, TokenMetadata } from '../../contract/token.ts'
import { Capped } from '../ui/Capped.tsx'
import { ExternalLink } from '../ui/ExternalLink.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { ForeignParagraph, ForeignText } from '../ui/ForeignText.tsx'
import { Hash } from '../ui/Hash.tsx'
import { JsonView } from '../ui/JsonView.tsx'
import { languageName } from '../ui/languages.ts'
import { Numeral } from '../ui/numbers.tsx'
import { useLanguage } from '../ui/reader.ts'

/** The token's own fields (SPEC 2.1), as many as are known. */
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

type MetadataProps = {
  metadata: TokenMetadata
  /** The page shows the description already, once. */
  isSameText: boolean
}

/** The fields of the metadata document (SPEC 2.2) that have no section of their own. */
export function MetadataFacts({ metadata, isSameText }: MetadataProps) {
  return (
    <Facts>
      {metadata.sip !== undefined && (
        <Fact name="Standard">SIP-{String(metadata.sip).padStart(3, '0')}</Fact>
      )}
      <TextFact name="Name" text={metadata.name} />
      {metadata.description && !isSameText && (
        <Fact name="Description">
          <ForeignParagraph text={metadata.description} />
        </Fact>
      )}
      <AddressFact name="Image" address={metadata.image} />
      <AddressFact name="Cached image" address={metadata.cached_image} />
      <AddressFact name="Cached thumbnail" address={metadata.cached_thumbnail_image} />
      {metadata.localization !== undefined && (
        <LocalizationFacts localization={metadata.localization} />
      )}
    </Facts>
  )
}

function LocalizationFacts({ localization }: { localization: TokenLocalization }) {
  const language = useLanguage()
  return (
    <>
      <TextFact name="Default locale" text={localization.default} />
      {localization.locales.length > 0 && (
        <Fact name="Locales">
          <Capped entries={localization.locales} most={50}>
            {(shown) => (
              <ul>
                {shown.map((locale) => (
                  <li key={locale}>
                    <ForeignText text={locale} />
                    <span className="text-muted">
                      {' '}
                      · {languageName(locale, language) ?? 'unknown language'}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Capped>
        </Fact>
      )}
      <TextFact name="Locale address" text={localization.uri} />
    </>
  )
}

/** Properties of any shape, in the order of the document. */
export function Properties({ properties }: { properties: JsonObject }) {
  return (
    <Capped entries={Object.entries(properties)} most={50}>
      {(shown) => (
        <Facts>
          {shown.map(([name, value]) => (
            <Fact key={name} name={<ForeignText text={name.slice(0, 100)} />}>
              <JsonView value={value} depth={1} />
            </Fact>
          ))}
        </Facts>
      )}
    </Capped>
  )
}

function TextFact({ name, text }: { name: string; text: string | undefined }) {
  if (!text) return null
  return (
    <Fact name={name}>
      <ForeignText text={text} />
    </Fact>
  )
}

function AddressFact({ name, address }: { name: string; address: string | undefined }) {
  if (!address) return null
  return (
    <Fact name={name}>
      <ExternalLink address={address} />
    </Fact>
  )
}
