import { useQuery } from '@tanstack/react-query'
import { pathTo } from '../../../contract/client.ts'
import type { NamesAlike } from '../../../contract/schemas/search.ts'
import { definePage, type PageUrl } from '../../definePage.tsx'
import { WhenLoaded } from '../../errors/WhenLoaded.tsx'
import { namesAlikeLink, searchLink } from '../../links.ts'
import { GROUP_SWITCH, isSwitchedOn, SwitchLink } from '../../lists/SwitchLink.tsx'
import { type Head, PageHead, pageStatus } from '../../PageHead.tsx'
import { endpointQuery } from '../../query.ts'
import type { Loaded } from '../../source.ts'
import { ALIKE_KINDS, type AlikeKind, alikeKind } from '../../tokens/alikeKind.ts'
import { ButtonLink, Unknown } from '../../ui/Notice.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { CrumbLink, PageHeader } from '../../ui/PageHeader.tsx'
import { Tinted } from '../../ui/Tinted.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'
import { AlikeTable } from './AlikeTable.tsx'
import { type AlikeToken, compareTokens } from './compareTokens.ts'

/** Tokens of one name, on a page that is no token's. */
export const { loader, Component, handle } = definePage({
  parameters: ['group'],
  read: ({ id, search }: PageUrl) => ({
    name: id.slice(0, MAX_NAME),
    isGrouped: isSwitchedOn(search, GROUP_SWITCH),
  }),
  loader: async (page, load) => alikeHead(page, await load(alikeQuery(page))),
  dataPath: ({ name }) => pathTo('namesAlike', { name }),
  Component: NamesAlikePage,
})

const MAX_NAME = 200

type Page = { name: string; isGrouped: boolean }

function alikeQuery({ name }: Page) {
  return endpointQuery('namesAlike', { name })
}

/** A name that no token has is anyone's text: its page is a 404, and has no picture. */
function alikeHead({ name }: Page, { data, error }: Loaded<{ value: NamesAlike }>): Head {
  const isUnknown = data?.value.total === 0
  return {
    title: ['Tokens named ', name],
    description: 'Tokens with the same name or symbol, and what differs between them.',
    path: namesAlikeLink(name),
    dataPath: pathTo('namesAlike', { name }),
    ...pageStatus(error),
    ...(isUnknown && { status: 404 }),
  }
}

function NamesAlikePage({ page }: { page: Page }) {
  const alike = useQuery(alikeQuery(page))
  return (
    <article>
      <PageHead {...alikeHead(page, alike)} />
      <WhenLoaded query={alike}>
        {(found) =>
          found.total === 0 ? (
            <Unknown
              title="No token has this name"
              actions={
                <>
                  <ButtonLink to={searchLink(page.name)}>Search for it</ButtonLink>
                  <ButtonLink to="/tokens">All tokens</ButtonLink>
                </>
              }
            >
              No token that this service knows has it as its name or symbol.
            </Unknown>
          ) : (
            <Found page={page} found={found} />
          )
        }
      </WhenLoaded>
    </article>
  )
}

type FoundProps = { page: Page; found: NamesAlike }

function Found({ page: { name, isGrouped }, found: { total, named, results } }: FoundProps) {
  const sections = sectionsOf(results)
  const comparison = compareTokens(results)
  return (
    <>
      <PageHeader
        crumb={<CrumbLink to="/tokens">Tokens</CrumbLink>}
        title={
          <>
            <Numeral name="alike.named" value={named} /> {named === 1 ? 'token is' : 'tokens are'}{' '}
            named <UntrustedText text={spellingOf(results) ?? name} maxLength={60} />
          </>
        }
        meta={
          <span>Anyone can reuse a name. Check the contract against the project’s own site.</span>
        }
      />
      <div className="mt-4 mb-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-sm text-muted">
        <SwitchLink {...GROUP_SWITCH} />
        {comparison.hasUnusual && (
          <span>
            <Tinted>Tinted</Tinted> is what most of them do not have
          </span>
        )}
        <span className="ms-auto">
          {total > results.length ? (
            <>
              The first <Numeral name="alike.listed" value={results.length} />, in
            </>
          ) : (
            'In'
          )}{' '}
          the order of their contracts
        </span>
      </div>
      {sections.map(({ kind, rows }, index) => (
        <section key={kind}>
          {kind !== 'name' && (
            <h2 className="mt-6 mb-2 text-base font-semibold">
              {total === results.length && (
                <Numeral name={`alike.as_${kind.replace(' ', '_')}`} value={rows.length} />
              )}{' '}
              {HEADINGS[kind]}
            </h2>
          )}
          <AlikeTable
            caption={CAPTIONS[kind]}
            rows={rows}
            comparison={comparison}
            isGrouped={isGrouped}
            isFurther={index > 0}
          />
        </section>
      ))}
    </>
  )
}

const CAPTIONS: Record<AlikeKind, string> = {
  name: 'Tokens of this name',
  symbol: 'Tokens of this symbol',
  'web address': 'Tokens called like a web address',
}

const HEADINGS: Record<Exclude<AlikeKind, 'name'>, string> = {
  symbol: 'more with this symbol only',
  'web address': 'more called like a web address',
}

function sectionsOf(results: readonly AlikeToken[]) {
  return ALIKE_KINDS.map((kind) => ({
    kind,
    rows: results.filter((row) => alikeKind(row) === kind),
  })).filter(({ rows }) => rows.length > 0)
}

/** As most of them write it. */
function spellingOf(results: readonly AlikeToken[]): string | undefined {
  const names = results.flatMap(({ name, as }) => (as.includes('name') && name) || [])
  const countOf = (name: string) => names.filter((other) => other === name).length
  return names.toSorted((one, other) => countOf(other) - countOf(one))[0]
}
