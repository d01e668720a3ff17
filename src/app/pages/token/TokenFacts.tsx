import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Token, TokenDeployment } from '../../../contract/schemas/token.ts'
import { ExternalLink } from '../../ui/ExternalLink.tsx'
import { CopyButton, shortenId } from '../../ui/Id.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { ShowAll } from '../../ui/ShowAll.tsx'
import { Day } from '../../ui/Time.tsx'
import { UntrustedParagraph, UntrustedText } from '../../ui/UntrustedText.tsx'
import { COMPARED_PROPERTIES, compareSources, scalarText } from './compareSources.ts'
import { JsonView } from './JsonView.tsx'
import { type LocalizedToken, nameIn, renditionOf } from './localizedToken.ts'

type Fact = {
  /** Untrusted for properties. */
  name: string
  values: { value: ReactNode; source: string }[]
  isDifferent?: boolean
}

const MAX_FACTS = 24

type Props = { localized: LocalizedToken; deployment: TokenDeployment | undefined }

export function TokenFacts({ localized, deployment }: Props) {
  const { token, original } = localized
  const facts = [
    ...compareSources(original ?? token).flatMap(comparedFact),
    ...translatedName(localized),
    ...otherDescription(token),
    ...contractFacts(token, deploymentFacts(deployment)),
    ...documentFacts(token),
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

/** Small screens show a value below its name and its source; values that differ each have a line with their own. */
function FactRow({ name, values, isDifferent = false }: Fact) {
  return (
    <div
      className={`grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 px-4 py-2.5 text-sm phone:grid-cols-[5.5rem_minmax(0,1fr)] small:grid-flow-row-dense small:grid-cols-[minmax(0,1fr)_auto] small:items-baseline ${isDifferent ? 'bg-warn-soft/50' : ''}`}
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
          className={`group col-start-2 flex min-w-0 items-baseline justify-between gap-3 ${values.length === 1 ? 'small:contents' : 'small:col-span-2 small:col-start-1'}`}
        >
          <span className="min-w-0 small:col-span-2">{value}</span>
          <span className="shrink-0 text-xs text-muted small:col-start-2">{source}</span>
        </dd>
      ))}
    </div>
  )
}

const CHAIN = 'on chain'
const METADATA = 'metadata'

function fact(name: string, value: ReactNode, source: string): Fact {
  return { name, values: [{ value, source }] }
}

function address(name: string, text: string | undefined, source: string): Fact[] {
  return text ? [fact(name, <ExternalLink address={text} />, source)] : []
}

function comparedFact(comparison: ReturnType<typeof compareSources>[number]): Fact[] {
  const { field, onChain, inDocument, isDifferent } = comparison
  const values = [
    { value: <UntrustedText text={onChain ?? ''} />, source: CHAIN },
    { value: <UntrustedText text={inDocument ?? ''} />, source: METADATA },
  ]
  if (isDifferent) return [{ name: field, values, isDifferent }]
  if (onChain === undefined) return inDocument ? [{ name: field, values: values.slice(1) }] : []
  // The page shows these two above.
  if (field === 'Decimals' || field === 'Supply') return []
  return [
    fact(
      field,
      <UntrustedText text={onChain} />,
      inDocument === undefined ? CHAIN : 'chain and metadata',
    ),
  ]
}

/** In another language than the default one, a name is no difference. */
function translatedName(localized: LocalizedToken): Fact[] {
  const name = nameIn(localized.token)
  const { lang, isUntranslated } = renditionOf(localized, nameIn)
  if (localized.locale === undefined || name === undefined || isUntranslated) return []
  return [fact('Translated name', <UntrustedText text={name} lang={lang} />, METADATA)]
}

function contractFacts(
  { asset_identifier: asset, tx_id: txId, token_uri }: Token,
  deployment: Fact[],
): Fact[] {
  const name = asset?.split('::')[1]
  return [
    ...(asset ? [fact('Asset', <Copyable text={asset} shown={name || asset} />, CHAIN)] : []),
    ...(txId ? [fact('Deployed in', <Copyable text={txId} shown={shortenId(txId)} />, CHAIN)] : []),
    ...deployment,
    ...address('Metadata file', token_uri, CHAIN),
  ]
}

function deploymentFacts(deployment: TokenDeployment | undefined): Fact[] {
  if (deployment === undefined) return []
  const { tx_id, block_height, timestamp } = deployment
  const block = (
    <>
      Stacks block <Numeral name="token.block" value={block_height} />
      {timestamp !== undefined && (
        <>
          , <Day name="token.deployed" seconds={timestamp} />
        </>
      )}
      {tx_id === undefined && '. The Stacks node of this service lacks the transaction.'}
    </>
  )
  return [fact('Deployed', block, CHAIN)]
}

function Copyable({ text, shown }: { text: string; shown: string }) {
  return (
    <span title={text} className="font-mono text-xs">
      <UntrustedText text={shown} /> <CopyButton text={text} label="Value" look="quiet" />
    </span>
  )
}

/** Where the service sends another description than the document has, which the page shows. */
function otherDescription({ description, metadata }: Token): Fact[] {
  const inDocument = metadata?.description?.trim()
  if (!description?.trim() || !inDocument || description.trim() === inDocument) return []
  const values = [
    { value: <UntrustedParagraph text={description} />, source: 'token API' },
    { value: <UntrustedParagraph text={inDocument} />, source: METADATA },
  ]
  return [{ name: 'Description', values, isDifferent: true }]
}

function documentFacts({ metadata, image_canonical_uri }: Token): Fact[] {
  const { image = image_canonical_uri, localization, sip, properties = {} } = metadata ?? {}
  // In the order of the document.
  const others = Object.entries(properties).filter(
    ([key, value]) => !COMPARED_PROPERTIES.includes(key) || scalarText(value) === undefined,
  )
  return [
    ...address('Image', image, metadata === undefined ? 'token API' : METADATA),
    ...(sip === undefined
      ? []
      : [fact('Standard', `SIP-${String(sip).padStart(3, '0')}`, METADATA)]),
    ...address('Translations', localization?.uri, METADATA),
    ...others.map(([key, value]) => fact(key, <JsonView value={value} />, METADATA)),
  ]
}
