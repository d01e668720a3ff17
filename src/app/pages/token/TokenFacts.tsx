import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Token, TokenLocalization } from '../../../contract/schemas/token.ts'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { CopyButton, shortenId } from '../../ui/Id.tsx'
import { Amount } from '../../ui/numbers.tsx'
import { ShowAll } from '../../ui/ShowAll.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { COMPARED_PROPERTIES, type Comparison, compareSources, textOf } from './compareSources.ts'
import { JsonView } from './JsonView.tsx'
import { LanguageName } from './LocaleMenu.tsx'
import { type LocalizedToken, nameIn, renditionOf } from './localizedToken.ts'

type Fact = {
  /** Untrusted for properties. */
  name: string
  values: { value: ReactNode; source: string }[]
  isDifferent?: boolean
}

const MAX_FACTS = 24

export function TokenFacts({ localized }: { localized: LocalizedToken }) {
  const { token, original } = localized
  const facts = [
    ...compareSources(original ?? token).flatMap(comparedFact),
    ...translatedName(localized),
    ...contractFacts(token),
    ...documentFacts(token),
    ...propertyFacts(token),
  ]
  return (
    <section aria-label="Details" className="panel self-start overflow-clip">
      <ShowAll entries={facts} max={MAX_FACTS}>
        {(shown) => (
          <dl className="divide-y divide-line">
            {shown.map((fact, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: properties may be named as other facts are.
              <FactRow key={index} {...fact} />
            ))}
          </dl>
        )}
      </ShowAll>
    </section>
  )
}

function FactRow({ name, values, isDifferent = false }: Fact) {
  return (
    <div
      className={`grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 px-4 py-2.5 text-sm phone:grid-cols-[5.5rem_minmax(0,1fr)] ${isDifferent ? 'bg-warn-soft/50' : ''}`}
    >
      <dt className="text-muted">
        <UntrustedText text={name} maxLength={100} />
        {isDifferent && (
          <TriangleAlert
            size={13}
            role="img"
            aria-label="They differ"
            className="ms-1 inline text-warn"
          />
        )}
      </dt>
      {values.map(({ value, source }) => (
        <dd
          key={source}
          className="group col-start-2 flex min-w-0 items-baseline justify-between gap-3"
        >
          <span className="min-w-0">{value}</span>
          <span className="shrink-0 text-xs text-muted">{source}</span>
        </dd>
      ))}
    </div>
  )
}

const CHAIN = 'on chain'
const METADATA = 'metadata'
const BOTH = 'both'

function fact(name: string, value: ReactNode, source: string): Fact {
  return { name, values: [{ value, source }] }
}

function address(name: string, text: string | undefined, source: string): Fact[] {
  return text ? [fact(name, <ExternalLink address={text} />, source)] : []
}

/** The page shows decimals and supply above: here they stand only if the metadata add something. */
function comparedFact({ field, onChain, inDocument, isDifferent }: Comparison): Fact[] {
  const isShownAbove = field === 'Decimals' || field === 'Supply'
  const show = (text: string) =>
    field === 'Supply' && /^[0-9]+(\.[0-9]+)?$/.test(text) ? (
      // A long one scrolls.
      <span className="block overflow-x-auto" {...(text.length > 16 && { tabIndex: 0 })}>
        <Amount digits={text} />
      </span>
    ) : (
      <UntrustedText text={text} />
    )
  if (onChain !== undefined && inDocument !== undefined && isDifferent) {
    const values = [
      { value: show(onChain), source: CHAIN },
      { value: show(inDocument), source: METADATA },
    ]
    return [{ name: field, values, isDifferent }]
  }
  if (onChain === undefined && inDocument !== undefined) {
    return [fact(field, show(inDocument), METADATA)]
  }
  if (onChain === undefined || isShownAbove) return []
  return [fact(field, show(onChain), inDocument === undefined ? CHAIN : BOTH)]
}

/** In another language than the default one, a name is no difference. */
function translatedName(localized: LocalizedToken): Fact[] {
  const name = nameIn(localized.token)
  const { lang, isUntranslated } = renditionOf(localized, nameIn)
  if (localized.locale === undefined || name === undefined || isUntranslated) return []
  return [fact('Translated name', <UntrustedText text={name} lang={lang} />, METADATA)]
}

function contractFacts(token: Token): Fact[] {
  const { asset_identifier: asset, sender_address = '', tx_id: txId } = token
  const name = asset?.startsWith(`${sender_address}.`) ? asset.split('::')[1] : undefined
  return [
    ...(asset ? [fact('Asset', <Copyable text={asset} shown={name || asset} />, CHAIN)] : []),
    ...(txId ? [fact('Deployed in', <Copyable text={txId} shown={shortenId(txId)} />, CHAIN)] : []),
    ...address('Metadata file', token.token_uri, CHAIN),
  ]
}

function Copyable({ text, shown }: { text: string; shown: string }) {
  return (
    <>
      <span title={text} className="font-mono text-xs">
        <UntrustedText text={shown} />
      </span>{' '}
      <span className="-my-1 inline-flex align-middle">
        <CopyButton text={text} label="Value" look="quiet" />
      </span>
    </>
  )
}

const COPY = 'token service'

function documentFacts({ metadata, ...token }: Token): Fact[] {
  const { image = token.image_canonical_uri, localization, sip, description } = metadata ?? {}
  const copies = new Set([
    metadata?.cached_image,
    token.image_uri,
    metadata?.cached_thumbnail_image,
    token.image_thumbnail_uri,
  ])
  const thumbnails = [metadata?.cached_thumbnail_image, token.image_thumbnail_uri]
  const canonical = token.image_canonical_uri
  const isOther = Boolean(canonical && image && canonical !== image)
  return [
    ...(isOther
      ? [
          {
            name: 'Image',
            values: [
              { value: <ExternalLink address={image ?? ''} />, source: METADATA },
              { value: <ExternalLink address={canonical ?? ''} />, source: COPY },
            ],
            isDifferent: true,
          },
        ]
      : address('Image', image, METADATA)),
    ...[...copies].flatMap((copy) =>
      copy === image
        ? []
        : address(thumbnails.includes(copy) ? 'Thumbnail copy' : 'Image copy', copy, COPY),
    ),
    ...(description && token.description && token.description !== description
      ? [fact('Description', <JsonView value={token.description} />, COPY)]
      : []),
    ...(sip === undefined
      ? []
      : [fact('Standard', `SIP-${String(sip).padStart(3, '0')}`, METADATA)]),
    ...(localization === undefined ? [] : languageFacts(localization)),
  ]
}

function languageFacts(localization: TokenLocalization): Fact[] {
  const { locales, uri } = localization
  return [
    ...(locales.length > 0
      ? [fact('Languages', <Languages localization={localization} />, METADATA)]
      : []),
    ...address('Their files', uri, METADATA),
  ]
}

function Languages({ localization }: { localization: TokenLocalization }) {
  return (
    <ShowAll entries={localization.locales} max={12}>
      {(shown) => (
        <ul className="flex flex-wrap gap-x-3">
          {shown.map((locale) => (
            <li key={locale}>
              <LanguageName locale={locale} />
            </li>
          ))}
        </ul>
      )}
    </ShowAll>
  )
}

/** Properties of any shape, in the order of the document. */
function propertyFacts({ metadata }: Token): Fact[] {
  return Object.entries(metadata?.properties ?? {})
    .filter(([key, value]) => !COMPARED_PROPERTIES.includes(key) || textOf(value) === undefined)
    .map(([key, value]) => fact(key, <JsonView value={value} />, METADATA))
}
