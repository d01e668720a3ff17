import type { JsonObject } from '../../../contract/json.ts'
import type { Token, TokenLocalization, TokenMetadata } from '../../../contract/token.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { JsonView } from '../../ui/JsonView.tsx'
import { useLanguage } from '../../ui/language.ts'
import { languageName } from '../../ui/languageName.ts'
import { ShowAll } from '../../ui/ShowAll.tsx'
import { UntrustedParagraph, UntrustedText } from '../../ui/UntrustedText.tsx'
import { AddressFact, TextFact } from './TokenFacts.tsx'

type Props = {
  metadata: TokenMetadata
  /** Whether the page already shows this description. */
  isSameText: boolean
}

/** The fields of the metadata document that have no section of their own. */
export function MetadataFacts({ metadata, isSameText }: Props) {
  return (
    <Facts>
      {metadata.sip !== undefined && (
        <Fact name="Standard">SIP-{String(metadata.sip).padStart(3, '0')}</Fact>
      )}
      <TextFact name="Name" text={metadata.name} />
      {metadata.description && !isSameText && (
        <Fact name="Description">
          <UntrustedParagraph text={metadata.description} />
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

/** The images that the service gives for the token, which come from its metadata. */
export function ImageFacts({ token }: { token: Token }) {
  const canonical = token.image_canonical_uri
  const own = token.metadata?.image
  return (
    <>
      <Facts>
        <AddressFact name="Thumbnail" address={token.image_thumbnail_uri} />
        <AddressFact name="Image" address={token.image_uri} />
        <AddressFact name="Original image" address={canonical} />
      </Facts>
      {canonical && own && canonical !== own && (
        <p className="text-sm text-send">
          The original image differs from the one in the metadata.
        </p>
      )}
    </>
  )
}

function LocalizationFacts({ localization }: { localization: TokenLocalization }) {
  const language = useLanguage()
  return (
    <>
      <TextFact name="Default locale" text={localization.default} />
      {localization.locales.length > 0 && (
        <Fact name="Locales">
          <ShowAll entries={localization.locales} max={50}>
            {(shown) => (
              <ul>
                {shown.map((locale) => (
                  <li key={locale}>
                    <UntrustedText text={locale} />
                    <span className="text-muted">
                      {' '}
                      · {languageName(locale, language) ?? 'unknown language'}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </ShowAll>
        </Fact>
      )}
      <TextFact name="Locale URI" text={localization.uri} />
    </>
  )
}

/** Properties of any shape, in the order of the document. */
export function Properties({ properties }: { properties: JsonObject }) {
  return (
    <ShowAll entries={Object.entries(properties)} max={50}>
      {(shown) => (
        <Facts>
          {shown.map(([name, value]) => (
            <Fact key={name} name={<UntrustedText text={name.slice(0, 100)} />}>
              <JsonView value={value} />
            </Fact>
          ))}
        </Facts>
      )}
    </ShowAll>
  )
}
