import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Principal, parsePrincipal } from '../../contract/identifiers.ts'
import { tokenPath } from '../../contract/paths.ts'
import type { Token } from '../../contract/token.ts'
import type { Answer, RequestError } from '../api.ts'
import { Failure, NotRenewed, ReadBefore } from '../failures.tsx'
import { tokenLink } from '../links.ts'
import { onDemand } from '../onDemand.tsx'
import { PageHead } from '../PageHead.tsx'
import { aboutQuery, tokenQuery } from '../queries.ts'
import { useApi } from '../surroundings.ts'
import { announce } from '../ui/announcer.tsx'
import { ForeignParagraph, ForeignText } from '../ui/ForeignText.tsx'
import { formatJson } from '../ui/formatJson.ts'
import { Hash } from '../ui/Hash.tsx'
import { languageName } from '../ui/languages.ts'
import { Notice } from '../ui/Notice.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { RawText } from '../ui/RawText.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Attributes } from './Attributes.tsx'
import { LocalePicker } from './LocalePicker.tsx'
import { formatSupply, Supply } from './Supply.tsx'
import { MetadataFacts, Properties, TokenFacts } from './TokenFacts.tsx'
import { TokenImage } from './TokenImage.tsx'

const NoPrincipal = onDemand(async () => (await import('./NoPrincipal.tsx')).NoPrincipal)

/** Everything that the service says about one token, in the locale of the address. */
export function TokenPage({ id }: { id: string }) {
  const principal = parsePrincipal(id)
  return principal === undefined ? (
    <NoPrincipal text={id} />
  ) : (
    <TokenOf key={principal.principal} {...principal} />
  )
}

function TokenOf({ principal, address, contractName }: Principal) {
  const api = useApi()
  const [search] = useSearchParams()
  const locale = search.get('locale')?.trim() || undefined
  const asked = useQuery(tokenQuery(api, principal, locale))
  const isLocaleMissing = asked.error?.kind === 'locale-not-found'
  // Where the locale does not exist the default text is still worth showing, under a word about it.
  const {
    data: answer,
    error,
    isPlaceholderData,
    refetch,
  } = useQuery(tokenQuery(api, principal, isLocaleMissing ? undefined : locale))

  const isShown = answer !== undefined && !isPlaceholderData
  useLocaleAnnouncement(isShown ? nameLocale(isLocaleMissing ? undefined : locale) : undefined)

  const head = (
    <TokenHead
      principal={principal}
      contractName={contractName}
      locale={locale}
      token={answer?.value}
      error={asked.data === undefined ? asked.error : null}
    />
  )
  if (error && answer === undefined) {
    return (
      <div className="space-y-4">
        {head}
        <Heading contractName={contractName} token={undefined} />
        <SampleNotice senderAddress={address} />
        <Failure error={error} onRetry={refetch} />
      </div>
    )
  }
  return (
    <article className="space-y-6">
      {head}
      <header className="flex flex-wrap items-start gap-x-6 gap-y-4">
        {answer !== undefined && <TokenImage token={answer.value} />}
        <div className="min-w-0 grow basis-72 space-y-2">
          <Heading contractName={contractName} token={answer?.value} />
          <Hash text={principal} label="principal" length="full" />
        </div>
        {answer !== undefined && (
          <LocalePicker
            principal={principal}
            locale={locale}
            localization={answer.value.metadata?.localization}
          />
        )}
      </header>
      <SampleNotice senderAddress={address} />
      {error && <NotRenewed error={error} onRetry={refetch} />}
      {answer?.readAt !== undefined && <ReadBefore readAt={answer.readAt} onRetry={refetch} />}
      {isLocaleMissing && <MissingLocale principal={principal} locale={locale} />}
      {answer === undefined ? (
        <Skeleton lines={8} label="Loading the token" />
      ) : (
        <div aria-busy={isPlaceholderData} className="transition-opacity aria-busy:opacity-50">
          <TokenBody answer={answer} locale={isLocaleMissing ? undefined : locale} />
        </div>
      )}
    </article>
  )
}

type TokenHeadProps = {
  principal: string
  contractName: string
  locale: string | undefined
  token: Token | undefined
  error: RequestError | null
}

function TokenHead({ principal, contractName, locale, token, error }: TokenHeadProps) {
  const name = token?.name || contractName
  const supply = token && formatSupply(token)
  const text = token?.metadata?.description || token?.description
  return (
    <PageHead
      kind="SIP-010 token"
      title={token?.symbol ? `${name} (${token.symbol})` : name}
      description={[supply && `Total supply ${supply}.`, text?.slice(0, 200) || principal]
        .filter(Boolean)
        .join(' ')}
      path={tokenLink(principal, locale)}
      answerPath={tokenPath(principal, locale)}
      status={error?.status ?? 200}
      retryAfter={error?.reply?.retryAfter}
    />
  )
}

/** Says which text is shown once it has changed: the picker keeps the focus. */
function useLocaleAnnouncement(shown: string | undefined): void {
  const said = useRef<string>(undefined)
  // The status region is shared by the whole document.
  useEffect(() => {
    if (shown === undefined || shown === said.current) return
    if (said.current !== undefined) announce(`Showing the text in ${shown}`)
    said.current = shown
  }, [shown])
}

function nameLocale(locale: string | undefined): string {
  return locale === undefined ? 'the default locale' : (languageName(locale, 'en') ?? locale)
}

function Heading({ contractName, token }: { contractName: string; token: Token | undefined }) {
  const name = token?.name || contractName
  const documentName = token?.metadata?.name
  return (
    <>
      <PageHeading kind="SIP-010 token">
        <ForeignText text={name} />
        {token?.symbol && (
          <span className="ms-3 text-xl font-normal text-muted">
            <ForeignText text={token.symbol} />
          </span>
        )}
      </PageHeading>
      {documentName && documentName !== token?.name && (
        <p className="text-lg">
          <ForeignText text={documentName} />{' '}
          <span className="text-sm text-muted">is its name in the metadata</span>
        </p>
      )}
    </>
  )
}

function TokenBody({ answer, locale }: { answer: Answer<Token>; locale: string | undefined }) {
  const token = answer.value
  const lang = locale !== undefined && languageName(locale, 'en') ? locale : undefined
  const description = token.metadata?.description || token.description
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="space-y-6">
        <Supply token={token} />
        {description && (
          <Section title="Description">
            <ForeignParagraph text={description} lang={lang} />
          </Section>
        )}
        {token.metadata !== undefined && token.metadata.attributes.length > 0 && (
          <Section title="Attributes">
            <Attributes attributes={token.metadata.attributes} />
          </Section>
        )}
        {token.metadata !== undefined && Object.keys(token.metadata.properties).length > 0 && (
          <Section title="Properties">
            <Properties properties={token.metadata.properties} />
          </Section>
        )}
      </div>
      <div className="space-y-6">
        <Section title="Facts on chain">
          <TokenFacts token={token} />
        </Section>
        <Section title="Metadata document">
          {token.metadata === undefined ? (
            <p className="text-muted">This service holds no metadata document for this token.</p>
          ) : (
            <MetadataFacts
              metadata={token.metadata}
              isSameText={token.description === token.metadata.description}
            />
          )}
        </Section>
        <RawText title="Raw answer" text={formatJson(answer.text)} />
      </div>
    </div>
  )
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title} className="panel px-4 py-3">
      <h2 className="pb-2 text-sm font-semibold text-muted">{title}</h2>
      {children}
    </section>
  )
}

function SampleNotice({ senderAddress }: { senderAddress: string }) {
  const { data: about } = useQuery(aboutQuery(useApi()))
  if (about?.samples.sender_address !== senderAddress) return null
  return (
    <Notice tone="information" title="A sample made by Cairn">
      <p>This token is on no chain. It is here to show what the explorer does with such data.</p>
    </Notice>
  )
}

function MissingLocale({ principal, locale }: { principal: string; locale: string | undefined }) {
  return (
    <Notice tone="warning" title="No text in this locale">
      <p>
        The service has no metadata in “<ForeignText text={locale ?? ''} />” for this token. Below
        is its default text.
      </p>
      <a href={tokenLink(principal)} className="button">
        Go to the default text
      </a>
    </Notice>
  )
}
