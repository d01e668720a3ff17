import type { Reply } from '../../../contract/client.ts'
import type { Namesakes as NamesakesAnswer } from '../../../contract/directory.ts'
import type { Token } from '../../../contract/token.ts'
import { RawAnswer } from '../../RawAnswer.tsx'
import { UntrustedParagraph } from '../../ui/UntrustedText.tsx'
import { Attributes } from './Attributes.tsx'
import { MetadataFacts, Properties } from './MetadataFacts.tsx'
import { countNamesakes, Namesakes } from './Namesakes.tsx'
import { Section, UNTRANSLATED } from './Section.tsx'
import { type Column, SideBySide } from './SideBySide.tsx'
import { Supply } from './Supply.tsx'
import { TokenFacts } from './TokenFacts.tsx'
import { descriptionIn, type Reading, renditionOf } from './translation.ts'
import { WhereItSays } from './WhereItSays.tsx'

type Props = {
  answer: Reply<Token>
  reading: Reading
  original: Token | undefined
  /** The second of two columns, where texts stand side by side. */
  beside: Column | undefined
  namesakes: NamesakesAnswer | undefined
  isBusy: boolean
  filename: string
}

/** What a token and its documents say, below their heading. */
export function TokenContent({
  answer,
  reading,
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
        <SideBySide columns={[{ ...reading, problem: undefined }, beside]} original={original} />
      )}
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="space-y-6">
          <Supply token={reading.token} />
          {beside === undefined && <Texts reading={reading} />}
          <Section title="Metadata document">
            <Document token={reading.token} />
          </Section>
        </div>
        <div className="space-y-6">
          <Section title="Facts on chain">
            <TokenFacts token={reading.token} />
          </Section>
          <Sources token={original} />
        </div>
      </div>
      <RawAnswer reply={answer} filename={filename} />
      {namesakes !== undefined && countNamesakes(namesakes) > 0 && (
        <Namesakes namesakes={namesakes} token={reading.token} />
      )}
    </div>
  )
}

/** What follows the locale. */
function Texts({ reading }: { reading: Reading }) {
  const { attributes = [], properties = {} } = reading.token.metadata ?? {}
  return (
    <>
      <Description reading={reading} />
      {attributes.length > 0 && (
        <Section title="Attributes">
          <Attributes reading={reading} />
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

function Description({ reading }: { reading: Reading }) {
  const description = descriptionIn(reading.token)
  if (description === undefined) return null
  const { lang, isUntranslated } = renditionOf(reading, descriptionIn)
  return (
    <Section title="Description">
      <UntrustedParagraph text={description} lang={lang} />
      {isUntranslated && <p className="pt-1 text-sm text-send">{UNTRANSLATED}</p>}
    </Section>
  )
}

function Document({ token: { metadata, description } }: { token: Token }) {
  if (metadata === undefined) {
    return <p className="text-muted">This service holds no metadata document for this token.</p>
  }
  return <MetadataFacts metadata={metadata} isSameText={description === metadata.description} />
}

/** `token` in its default locale, where that was read: a translation differs by its nature. */
function Sources({ token }: { token: Token | undefined }) {
  const hasSomeToCompare = token?.metadata !== undefined || token?.image_canonical_uri
  if (token === undefined || !hasSomeToCompare) return null
  return (
    <Section title="Where it says what">
      <WhereItSays token={token} />
    </Section>
  )
}
