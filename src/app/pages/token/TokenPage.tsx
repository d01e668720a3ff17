import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { isStacksAddress } from '../../../bitcoin/addresses.ts'
import { pathTo } from '../../../contract/client.ts'
import { parsePrincipal } from '../../../contract/identifiers.ts'
import type { RequestError } from '../../../contract/requestError.ts'
import type { LookAlikes } from '../../../contract/schemas/search.ts'
import type { Token } from '../../../contract/schemas/token.ts'
import { definePage, type PageUrl } from '../../definePage.tsx'
import { Failure, useLastError } from '../../errors/Failure.tsx'
import {
  Malformed,
  MalformedIdentifier,
  malformedIdentifierHead,
} from '../../errors/MalformedIdentifier.tsx'
import { StoredDataNotice } from '../../errors/StoredDataNotice.tsx'
import { OF_TOKEN_PAGE } from '../../layout/live.ts'
import { deployerLink, searchLink, tokenLink } from '../../links.ts'
import { type Head, PageHead, pageStatus } from '../../PageHead.tsx'
import { endpointQuery } from '../../query.ts'
import { OtherPages } from '../../search/YourPages.tsx'
import { MarkedId } from '../../ui/Id.tsx'
import { ButtonLink } from '../../ui/Notice.tsx'
import { Amount, Count, formatDecimal, inWords, Numeral, scaleAmount } from '../../ui/numbers.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { StatStrip } from '../../ui/StatStrip.tsx'
import { Comparison } from './Comparison.tsx'
import { FailedReading, WaitingDocument } from './DocumentNotice.tsx'
import { DEFAULT_LOCALE, LanguageName } from './LocaleMenu.tsx'
import { LookAlikeTable, sharedField } from './LookAlikeTable.tsx'
import { descriptionIn, type LocalizedToken } from './localizedToken.ts'
import { readSchemaDocument } from './readSchemaDocument.ts'
import { TokenFacts } from './TokenFacts.tsx'
import { TokenHeader } from './TokenHeader.tsx'
import { TokenTexts, textsOf } from './TokenTexts.tsx'

/** A token: what its contract and its metadata say, and the tokens that call themselves like it. */
export const { loader, Component, handle } = definePage({
  parameters: ['locale', 'compare'],
  read: readPage,
  async loader(page, load) {
    const [requested, original] = await Promise.all([
      load(tokenQuery(page, page.locale)),
      load(tokenQuery(page, undefined)),
      load(tokenQuery(page, page.compare)),
      load(lookAlikesQuery(page)),
      load(detailsQuery(page)),
    ])
    const { data, error } = requested
    if (isMistyped(page, error)) {
      return malformedIdentifierHead({ kind: 'token', text: page.principal })
    }
    return tokenHead(page, error, (data ?? original.data)?.value)
  },
  dataPath: (page) => pathTo('token', page),
  Component: TokenPage,
})

type Page = Exclude<ReturnType<typeof readPage>, Malformed>

function readPage({ id, search }: PageUrl) {
  const parsed = parsePrincipal(id)
  if (parsed === undefined) return new Malformed({ kind: 'token', text: id })
  const { text: principal, address, contractName } = parsed
  const [locale, compare] = ['locale', 'compare'].map((name) => search.get(name)?.trim())
  return {
    principal,
    address,
    contractName,
    locale: locale || undefined,
    isComparison: Boolean(compare),
    compare: compare === DEFAULT_LOCALE ? undefined : compare || undefined,
  }
}

function tokenQuery({ principal }: Page, locale: string | undefined) {
  return { ...endpointQuery('token', { principal, locale }), meta: OF_TOKEN_PAGE }
}

function lookAlikesQuery({ principal }: Page) {
  return { ...endpointQuery('lookAlikes', { principal }), meta: OF_TOKEN_PAGE }
}

function detailsQuery({ principal }: Page) {
  return { ...endpointQuery('tokenDetails', { principal }), meta: OF_TOKEN_PAGE }
}

function tokenHead(page: Page, error: RequestError | null, sent?: Token): Head {
  const token = sent && readSchemaDocument(sent)
  const { principal, contractName, locale } = page
  const name = token?.name?.trim() || contractName
  const supply = token && scaleAmount(token.total_supply, token.decimals)
  const symbol = token?.symbol?.trim() ?? ''
  const sentence = supply
    ? [`Supply ${formatDecimal(supply, 'en')}`, symbol && ' ', symbol, '. ']
    : []
  const text = (token && descriptionIn(token)) || principal
  return {
    kind: 'SIP-010 token',
    title: symbol === '' ? name : [name, ' (', symbol, ')'],
    description: [...sentence, text],
    path: tokenLink(principal, locale),
    dataPath: pathTo('token', { principal, locale }),
    ...pageStatus(error),
  }
}

function TokenPage({ page }: { page: Page }) {
  const requested = useQuery(tokenQuery(page, page.locale))
  // If the locale does not exist, the page shows the default one below a notice.
  const missing = requested.error?.kind === 'locale-not-found' ? requested.error : undefined
  const locale = missing === undefined ? page.locale : undefined
  const shown = useQuery(tokenQuery(page, locale))
  const original = useQuery(tokenQuery(page, undefined)).data?.value
  const lookAlikes = useQuery(lookAlikesQuery(page)).data?.value
  const error = useLastError(shown)
  if (isMistyped(page, error)) {
    return (
      <MalformedIdentifier
        kind="token"
        text={page.principal}
        reason="Its address is mistyped: the checksum is wrong."
        searchText={page.contractName}
      />
    )
  }
  const token = shown.data && readSchemaDocument(shown.data.value)
  // A placeholder has the texts of the previous locale, so their language is not known.
  const localized = token && {
    token,
    locale,
    original: shown.isPlaceholderData || !original ? undefined : readSchemaDocument(original),
  }
  return (
    <article
      aria-busy={shown.isPlaceholderData}
      className="transition-opacity duration-120 aria-busy:opacity-60"
    >
      <PageHead {...tokenHead(page, requested.error, token)} />
      {(localized !== undefined || error !== null) && (
        <TokenHeader page={page} localized={localized} lookAlikes={lookAlikes} />
      )}
      <StoredDataNotice query={shown} />
      {missing !== undefined && <MissingLocale error={missing} locale={page.locale} />}
      {localized !== undefined && !page.isComparison && (
        <Content page={page} localized={localized} lookAlikes={lookAlikes} />
      )}
      {localized !== undefined && page.isComparison && missing === undefined && (
        <Compared page={page} localized={localized} />
      )}
      {error !== null && (
        <>
          <Failure error={error}>
            {error.kind === 'contract-not-found' && (
              <ButtonLink to={searchLink(page.contractName)}>
                Search for “{page.contractName}”
              </ButtonLink>
            )}
          </Failure>
          <OtherPages />
        </>
      )}
      {token === undefined && error === null && <PageSkeleton />}
    </article>
  )
}

/** Whether the service does not know the contract and the checksum of its address is wrong. */
function isMistyped({ address }: Page, error: RequestError | null): boolean {
  return error?.kind === 'contract-not-found' && !isStacksAddress(address)
}

function MissingLocale({ error, locale }: { error: RequestError; locale: string | undefined }) {
  const title = (
    <>
      No metadata in “<LanguageName locale={locale} />”
    </>
  )
  return (
    <Failure error={error} title={title}>
      <Link to="?" className="button">
        Show the default language
      </Link>
    </Failure>
  )
}

type ContentProps = {
  page: Page
  localized: LocalizedToken
  lookAlikes: LookAlikes | undefined
}

function Content({ page, localized, lookAlikes }: ContentProps) {
  const { token } = localized
  const { deployment, document, image } = useQuery(detailsQuery(page)).data?.value ?? {}
  const texts = document?.state === 'waiting' ? 'texts' : textsOf(token)
  const others = lookAlikes !== undefined && lookAlikes.total > 0 ? lookAlikes : undefined
  return (
    <>
      <StatStrip stats={statsOf(page, token, others)} />
      {document?.state === 'failed' && <FailedReading what="metadata file" reading={document} />}
      {image?.state === 'failed' && <FailedReading what="image" reading={image} />}
      {/* On phones the facts come before the description. */}
      <div
        className={`mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4 ${texts === undefined ? '' : COLUMNS[texts]}`}
      >
        <div className={texts && 'lg:col-start-2 lg:row-start-1'}>
          <TokenFacts localized={localized} deployment={deployment} />
        </div>
        {texts !== undefined && (
          <div className="space-y-4 lg:col-start-1 lg:row-start-1">
            {document?.state === 'waiting' && (
              <WaitingDocument document={document} isEmpty={token.metadata === undefined} />
            )}
            <TokenTexts localized={localized} principal={page.principal} />
          </div>
        )}
      </div>
      {others !== undefined && (
        <LookAlikeTable
          found={others}
          principal={page.principal}
          token={token}
          deployment={deployment}
        />
      )}
    </>
  )
}

const COLUMNS = {
  texts: 'lg:grid-cols-[minmax(0,1.45fr)_minmax(0,1fr)]',
  image: 'lg:grid-cols-[auto_minmax(0,1fr)]',
}

function statsOf(page: Page, token: Token, others: LookAlikes | undefined) {
  const { total_supply: raw, decimals } = token
  const scaled = scaleAmount(raw, decimals)
  const digits = scaled ?? raw
  const words = digits === undefined ? undefined : inWords(digits)
  return [
    digits !== undefined && {
      label: 'Supply',
      value: <Amount name="token.supply" digits={digits} isWhole />,
      note:
        scaled === undefined
          ? 'base units'
          : words !== undefined && <span data-value="token.supply">{words}</span>,
      isLong: digits.length > 20,
      isWide: words !== undefined,
    },
    decimals !== undefined && {
      label: 'Decimals',
      value: <Numeral name="token.decimals" value={decimals} />,
      note: decimals > 38 || decimals < 0 ? 'no whole unit can exist' : undefined,
    },
    {
      label: 'Deployer',
      value: (
        <span className="text-base font-normal tracking-normal">
          <MarkedId text={page.address} to={deployerLink(page.address)} />
        </span>
      ),
    },
    others !== undefined && {
      label: `Same ${sharedField(others)}`,
      value: <Count name="token.others" value={others.total} one="other token" />,
      note: (
        <a href="#look-alikes" className="link">
          see below
        </a>
      ),
    },
  ].filter((stat) => stat !== false)
}

function Compared({ page, localized }: { page: Page; localized: LocalizedToken }) {
  const other = useQuery(tokenQuery(page, page.compare))
  const error = useLastError(other)
  if (other.data !== undefined) {
    return (
      <Comparison
        sides={[localized, { token: readSchemaDocument(other.data.value), locale: page.compare }]}
      />
    )
  }
  if (error === null) return <PageSkeleton />
  if (error.kind !== 'locale-not-found') return <Failure error={error} />
  return <MissingLocale error={error} locale={page.compare} />
}
