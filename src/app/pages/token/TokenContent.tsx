import type { Reply } from '../../../contract/client.ts'
import type { Namesakes as NamesakesFound } from '../../../contract/directory.ts'
import type { Token } from '../../../contract/token.ts'
import { RawResponse } from '../../sources/RawResponse.tsx'
import { UntrustedParagraph } from '../../ui/UntrustedText.tsx'
import { Attributes } from './Attributes.tsx'
import { ChainVsMetadata } from './ChainVsMetadata.tsx'
import { type Column, LocaleComparison } from './LocaleComparison.tsx'
import { ImageFacts, MetadataFacts, Properties } from './MetadataFacts.tsx'
import { Namesakes } from './Namesakes.tsx'
import { Section } from './Section.tsx'
import { Supply } from './Supply.tsx'
import { TokenFacts } from './TokenFacts.tsx'
import { descriptionIn, type LocalizedToken, renditionOf, UNTRANSLATED } from './textLanguage.ts'

type Props = {
  principal: string
  reply: Reply<Token>
  localized: LocalizedToken
  original: Token | undefined
  /** The second column of a comparison. */
  beside: Column | undefined
  namesakes: NamesakesFound | undefined
  isBusy: boolean
  filename: string
}

/** The data of a token, below its heading. */
export function TokenContent({
  principal,
  reply,
  localized,
  original,
  beside,
  namesakes,
  isBusy,
  filename,
}: Props) {
  return (
    <div
      aria-busy={isBusy}
      className="space-y-6 motion-safe:transition-opacity aria-busy:opacity-50"
    >
      {beside !== undefined && (
        <LocaleComparison
          columns={[{ ...localized, problem: undefined }, beside]}
          original={original}
        />
      )}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="space-y-6">
          <Supply token={localized.token} />
          {beside === undefined && <Texts localized={localized} />}
          <Section title="Metadata document">
            <Document token={localized.token} />
          </Section>
          <Images token={localized.token} />
        </div>
        <div className="space-y-6">
          <Section title="On-chain data">
            <TokenFacts token={localized.token} />
          </Section>
          <Sources token={original} />
        </div>
      </div>
      <RawResponse reply={reply} filename={filename} />
      {namesakes !== undefined && namesakes.total > 0 && (
        <Namesakes namesakes={namesakes} principal={principal} token={localized.token} />
      )}
    </div>
  )
}

/** The texts that depend on the locale. */
function Texts({ localized }: { localized: LocalizedToken }) {
  const { attributes = [], properties = {} } = localized.token.metadata ?? {}
  return (
    <>
      <Description localized={localized} />
      {attributes.length > 0 && (
        <Section title="Attributes">
          <Attributes localized={localized} />
        </Section>
      )}
      {Object.keys(properties).length > 0 && (
        <Section title="Properties">
          <Properties properties={properties} />
        </Section>
      )}
    </>
  )
}

function Description({ localized }: { localized: LocalizedToken }) {
  const description = descriptionIn(localized.token)
  if (description === undefined) return null
  const { lang, isUntranslated } = renditionOf(localized, descriptionIn)
  return (
    <Section title="Description">
      <UntrustedParagraph text={description} lang={lang} />
      {isUntranslated && <p className="pt-1 text-sm text-send">{UNTRANSLATED}</p>}
    </Section>
  )
}

function Document({ token: { metadata, description } }: { token: Token }) {
  if (metadata === undefined) {
    return <p className="text-muted">This service has no metadata document for this token.</p>
  }
  return <MetadataFacts metadata={metadata} isSameText={description === metadata.description} />
}

function Images({ token }: { token: Token }) {
  const { image_uri, image_thumbnail_uri, image_canonical_uri } = token
  if (!image_uri && !image_thumbnail_uri && !image_canonical_uri) return null
  return (
    <Section title="Images">
      <ImageFacts token={token} />
    </Section>
  )
}

/** `token` is in its default locale, if that has loaded: translations differ. */
function Sources({ token }: { token: Token | undefined }) {
  if (token?.metadata === undefined) return null
  return (
    <Section title="On-chain vs. metadata">
      <ChainVsMetadata token={token} />
    </Section>
  )
}
