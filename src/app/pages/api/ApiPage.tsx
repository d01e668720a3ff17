import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { ENDPOINTS, type EndpointName } from '../../../contract/client.ts'
import { GROUPS, groupOf } from '../../../contract/endpoint.ts'
import { definePage, type PageUrl } from '../../definePage.tsx'
import { type Head, PageHead } from '../../PageHead.tsx'
import { useAbout } from '../../query.ts'
import { readRequest } from './apiRequest.ts'
import { CodePanel, PANELS } from './CodePanel.tsx'
import { EndpointHead, EndpointReply } from './EndpointText.tsx'
import { Overview } from './Overview.tsx'

export const { loader, Component, handle } = definePage({
  parameters: [
    'endpoint',
    'panel',
    ...new Set(Object.values(ENDPOINTS).flatMap(({ parameters }) => Object.keys(parameters))),
  ],
  read: readPage,
  loader: apiHead,
  Component: ApiPage,
})

const NAMES = Object.keys(ENDPOINTS).filter((name): name is EndpointName => name in ENDPOINTS)

/** The endpoints of the service, one at a time, with a form that sends requests. */
function ApiPage({ page }: { page: Page }) {
  // Examples do not change with every block under the reader's eyes.
  const current = useAbout()?.examples
  const [first, setFirst] = useState(current)
  if (first === undefined && current !== undefined) setFirst(current)
  const name = page.name ?? 'about'
  const request = readRequest(name, page.search, first ?? current)
  return (
    <div className="grid gap-x-8 md:grid-cols-[13rem_minmax(0,1fr)] xl:grid-cols-[13rem_minmax(0,1fr)_27rem] xl:grid-rows-[auto_1fr]">
      <PageHead {...apiHead(page)} />
      <div className="min-w-0 md:col-start-2">
        {page.name === undefined ? (
          <Overview />
        ) : (
          <EndpointHead key={name} name={name} request={request} />
        )}
      </div>
      <div className="min-w-0 max-xl:mt-6 md:col-start-2 xl:col-start-3 xl:row-span-2 xl:row-start-1">
        <CodePanel name={name} panel={page.panel} request={request} />
      </div>
      <div className="min-w-0 md:col-start-2">
        {page.name !== undefined && <EndpointReply name={name} request={request} />}
      </div>
      {/* Last in the document, so that the endpoint comes first for keyboards and on phones. */}
      <Rail current={page.name} />
    </div>
  )
}

type Page = ReturnType<typeof readPage>

function readPage({ search }: PageUrl) {
  return {
    search,
    name: NAMES.find((name) => name === search.get('endpoint')),
    panel: PANELS.find((panel) => panel === search.get('panel')),
  }
}

function apiHead({ name }: Page): Head {
  if (name === undefined) {
    return {
      title: 'API',
      description: 'Read-only endpoints for runes, tokens and what happened to them, as JSON.',
      path: '/api',
    }
  }
  const { title, description } = ENDPOINTS[name]
  return { title: `${title} · API`, description, path: apiLink(name) }
}

function apiLink(name: EndpointName): string {
  return `/api?endpoint=${name}`
}

function Rail({ current }: { current: EndpointName | undefined }) {
  const rail = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = rail.current?.querySelector<HTMLElement>('[aria-current]')
    if (rail.current && link)
      rail.current.scrollTop = link.offsetTop - rail.current.clientHeight / 2
  }, [])
  return (
    <nav
      ref={rail}
      id="endpoints"
      aria-label="Endpoints"
      className="relative mt-8 scroll-mt-18 md:mt-0 text-sm md:sticky md:top-14 md:col-start-1 md:row-span-3 md:row-start-1 xl:row-span-2 xl:row-start-1 xl:row-start-1 md:max-h-[calc(100dvh-3.5rem)] md:self-start md:overflow-y-auto md:pb-4"
    >
      <RailLink to="/api" name="Overview" isCurrent={current === undefined} />
      {Object.keys(GROUPS).map((group) => (
        <div key={group}>
          <h2 className="px-3 pt-4 pb-1 text-xs text-muted">{group}</h2>
          <ul>
            {NAMES.filter((name) => groupOf(ENDPOINTS[name].path) === group).map((name) => (
              <li key={name}>
                <RailLink
                  to={apiLink(name)}
                  name={ENDPOINTS[name].title}
                  isCurrent={name === current}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function RailLink({ to, name, isCurrent }: { to: string; name: string; isCurrent: boolean }) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className="flex min-h-8 items-center rounded-sm px-3 py-1 hover:bg-sunken focus-visible:-outline-offset-2 aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent pointer-coarse:min-h-11 forced-colors:aria-[current]:underline"
    >
      {name}
    </Link>
  )
}
