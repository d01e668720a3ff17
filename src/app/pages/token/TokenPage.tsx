import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useParams,
  useSearchParams,
} from 'react-router-dom'
import { type Principal, parsePrincipal } from '../../../contract/identifiers.ts'
import { tokenPath } from '../../../contract/paths.ts'
import type { RequestError } from '../../../contract/requestError.ts'
import { SAMPLES } from '../../../contract/samples.ts'
import { useApi } from '../../appContext.ts'
import { Failure } from '../../errors/Failure.tsx'
import { MalformedIdentifier, malformedIdentifierHead } from '../../errors/MalformedIdentifier.tsx'
import { MISTYPED_ADDRESS } from '../../errors/mistypedAddress.ts'
import { StoredDataNotices } from '../../errors/StoredDataNotices.tsx'
import { tokenLink, tokensLink } from '../../links.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { namesakesQuery, tokenQuery } from '../../queries/tokens.ts'
import { checksumQuery } from '../../search/checksumQuery.ts'
import { FavouriteButton } from '../../search/FavouriteButton.tsx'
import { StacksExplorerLink } from '../../sources/StacksExplorerLink.tsx'
import { announce } from '../../ui/announcer.tsx'
import { Hash } from '../../ui/Hash.tsx'
import { languageName } from '../../ui/languageName.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import type { Column } from './LocaleComparison.tsx'
import { DEFAULT_BESIDE, LocalePicker } from './LocalePicker.tsx'
import { NamesakeCount } from './Namesakes.tsx'
import { TokenContent } from './TokenContent.tsx'
import { TokenHeading } from './TokenHeading.tsx'
import { TokenImage } from './TokenImage.tsx'
import { tokenHead } from './tokenHead.ts'

export async function loader({ params: { id = '' }, request, context }: LoaderFunctionArgs) {
  const parsed = parsePrincipal(id)
  if (parsed === undefined) return respondWith(malformedIdentifierHead('token', id))
  const { principal, contractName } = parsed
  const { api, load } = context.get(sourceContext)
  const { locale, beside } = readLocales(new URL(request.url).searchParams)
  const other = beside === DEFAULT_BESIDE ? undefined : beside
  const [requested, original] = await Promise.all([
    load(tokenQuery(api, principal, locale)),
    load(tokenQuery(api, principal, undefined)),
    load(tokenQuery(api, principal, other)),
    load(namesakesQuery(api, principal)),
  ])
  const shown = requested.error?.kind === 'locale-not-found' ? original : requested
  const token = shown.data?.value
  if (requested.error?.kind === 'contract-not-found') {
    const { data: isRight } = await load(checksumQuery(parsed.address))
    if (isRight === false) return respondWith(malformedIdentifierHead('token', principal))
  }
  return respondWith(
    tokenHead({ principal, contractName, locale, beside, token, error: requested.error }),
  )
}

export const handle: PageHandle = {
  parameters: ['locale', 'beside'],
  dataPath(id, search) {
    const parsed = parsePrincipal(id)
    return parsed && tokenPath(parsed.principal, readLocales(search).locale)
  },
}

/** All data of one token, in the locale of the address. */
export function Component() {
  const { id = '' } = useParams()
  const principal = parsePrincipal(id)
  return principal === undefined ? (
    <MalformedIdentifier kind="token" text={id} />
  ) : (
    <TokenOf key={principal.principal} {...principal} />
  )
}

function TokenOf({ principal, address, contractName }: Principal) {
  const api = useApi()
  const [search] = useSearchParams()
  const { locale, beside } = readLocales(search)
  const requested = useQuery(tokenQuery(api, principal, locale))
  const isLocaleMissing = requested.error?.kind === 'locale-not-found'
  // If the locale does not exist, show the default text below a notice.
  const shown = isLocaleMissing ? undefined : locale
  const token = useQuery(tokenQuery(api, principal, shown))
  const { data: reply, error, isPlaceholderData } = token
  const isMistyped = useIsMistyped(address, error)
  // Needed to tell which texts are not translated.
  const original = useQuery(tokenQuery(api, principal, undefined)).data?.value
  const other = useColumn(principal, beside ?? shown)
  const { data: namesakes } = useQuery(namesakesQuery(api, principal))
  useLocaleAnnouncement(
    reply !== undefined && !isPlaceholderData ? nameLocales(shown, beside) : undefined,
  )

  const head = (
    <PageHead
      {...tokenHead({
        principal,
        contractName,
        locale,
        beside,
        token: reply?.value,
        error: requested.data === undefined ? requested.error : null,
      })}
    />
  )
  if (reply === undefined && isMistyped) {
    return (
      <MalformedIdentifier
        kind="token"
        text={principal}
        brokenRule={MISTYPED_ADDRESS}
        searchText={contractName}
      />
    )
  }
  if (error && reply === undefined) {
    return (
      <div className="space-y-4">
        {head}
        <TokenHeading contractName={contractName} localized={undefined} />
        <SampleNotice senderAddress={address} />
        <Failure error={error} />
      </div>
    )
  }
  // A placeholder has the text of the previous locale, so its language is unknown.
  const localized = reply && {
    token: reply.value,
    locale: shown,
    original: isPlaceholderData ? undefined : original,
  }
  return (
    <article className="space-y-6">
      {head}
      <header className="flex flex-wrap items-start gap-x-6 gap-y-4">
        {reply !== undefined && <TokenImage token={reply.value} />}
        <div className="min-w-0 grow basis-48 space-y-2">
          <TokenHeading contractName={contractName} localized={localized} />
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span>
              <Hash text={principal} label="principal" length="full" />
            </span>
            <StacksExplorerLink address={address} id={principal} />
            <Link to={tokensLink({ address })} className="link inline-block min-h-6 text-sm">
              All tokens by this deployer
            </Link>
          </p>
          <NamesakeCount namesakes={namesakes} />
        </div>
        <FavouriteButton
          to={tokenLink(principal)}
          kind="SIP-010 token"
          title={reply?.value.name || contractName}
        />
        {reply !== undefined && (reply.value.metadata || locale || beside) && (
          <LocalePicker
            principal={principal}
            locale={locale}
            beside={beside}
            localization={reply.value.metadata?.localization}
          />
        )}
      </header>
      <SampleNotice senderAddress={address} />
      <StoredDataNotices query={token} />
      {reply?.coverage === 'partial' && (
        <p className="text-sm">
          <strong>From a snapshot.</strong>{' '}
          <span className="text-muted">Some of this token’s data may be missing or outdated.</span>
        </p>
      )}
      {isLocaleMissing && <MissingLocale principal={principal} locale={locale} />}
      {reply === undefined || localized === undefined ? (
        <Skeleton lines={8} label="Loading the token" />
      ) : (
        <TokenContent
          principal={principal}
          reply={reply}
          localized={localized}
          original={original}
          beside={beside === undefined ? undefined : other}
          namesakes={namesakes}
          isBusy={isPlaceholderData}
          filename={`${contractName}.json`}
        />
      )}
    </article>
  )
}

function readLocales(search: URLSearchParams) {
  const read = (name: 'locale' | 'beside') => search.get(name)?.trim() || undefined
  return { locale: read('locale'), beside: read('beside') }
}

/** Whether the service does not know the address and its checksum is wrong. */
function useIsMistyped(address: string, error: RequestError | null): boolean {
  const { status }: Head = useLoaderData()
  const isUnknown = error?.kind === 'contract-not-found'
  const { data: isRight } = useQuery({ ...checksumQuery(address), enabled: isUnknown })
  // The server has checked it for a server-rendered page.
  return isUnknown && (isRight === false || status === 400)
}

/** The second column: the token in its locale, or why it is missing. */
function useColumn(principal: string, beside: string | undefined): Column {
  const locale = beside === DEFAULT_BESIDE ? undefined : beside
  const { data, error, isPlaceholderData } = useQuery(tokenQuery(useApi(), principal, locale))
  if (data !== undefined && !isPlaceholderData) {
    return { locale, token: data.value, problem: undefined }
  }
  if (error === null) return { locale, token: undefined, problem: 'Loading…' }
  const isMissing = error.kind === 'locale-not-found'
  const problem = isMissing
    ? 'The token has no text in this locale.'
    : `Could not load: ${error.message}`
  return { locale, token: undefined, problem }
}

/** Announces a change of the locale, because the focus stays in the picker. */
function useLocaleAnnouncement(shown: string | undefined): void {
  const announced = useRef<string>(undefined)
  // The status region is shared by the whole document.
  useEffect(() => {
    if (shown === undefined || shown === announced.current) return
    if (announced.current !== undefined) announce(`Showing the text in ${shown}`)
    announced.current = shown
  }, [shown])
}

function nameLocales(locale: string | undefined, beside: string | undefined): string {
  const other = beside === DEFAULT_BESIDE ? undefined : beside
  return beside === undefined
    ? nameLocale(locale)
    : `${nameLocale(locale)} and ${nameLocale(other)} side by side`
}

function nameLocale(locale: string | undefined): string {
  return locale === undefined ? 'the default locale' : (languageName(locale, 'en') ?? locale)
}

function SampleNotice({ senderAddress }: { senderAddress: string }) {
  if (senderAddress !== SAMPLES.sender_address) return null
  return (
    <Notice tone="information" title="A sample made by Cairn">
      <p>This token is not on any chain. It shows how Cairn displays a token.</p>
    </Notice>
  )
}

function MissingLocale({ principal, locale }: { principal: string; locale: string | undefined }) {
  return (
    <Notice tone="warning" title="No text in this locale">
      <p>
        The service has no metadata in “<UntrustedText text={locale ?? ''} />” for this token. The
        default text is shown below.
      </p>
      <Link to={tokenLink(principal)} className="button">
        Show default text
      </Link>
    </Notice>
  )
}
