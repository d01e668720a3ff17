import { queryOptions, useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { ENDPOINTS, type EndpointName } from '../../../contract/client.ts'
import { send } from '../../../contract/connection.ts'
import { type Endpoint, metadataOf, pathWith } from '../../../contract/endpoint.ts'
import { useAppContext } from '../../appContext.ts'
import { FAILURE_TEXTS } from '../../errors/failureTexts.ts'
import { changeSearch } from '../../lists/paging.ts'
import { Badge } from '../../ui/Badge.tsx'
import { formatJson } from '../../ui/formatJson.ts'
import { CopyButton } from '../../ui/Id.tsx'
import { Count, Numeral } from '../../ui/numbers.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import type { ApiRequest } from './apiRequest.ts'
import { JsonLines } from './JsonLines.tsx'
import { isList } from './replyFields.ts'

/** What the panel shows besides the response. */
export const PANELS = ['curl', 'typescript'] as const

type Props = {
  name: EndpointName
  panel: (typeof PANELS)[number] | undefined
  request: ApiRequest
}

export function CodePanel({ name, panel, request: { given, refused } }: Props) {
  const { baseUrl: service, origin } = useAppContext()
  const [search] = useSearchParams()
  const baseUrl = new URL(service || '/', origin).href.replace(/\/$/, '')
  // Ids are easier to read with their colons.
  const path = pathWith(ENDPOINTS[name], given).replaceAll('%3A', ':')
  const tab = (to: Props['panel'], name: string) => ({
    to: changeSearch(search, { panel: to }),
    name,
    isCurrent: to === panel,
  })
  return (
    <section
      id="example"
      aria-label="Example"
      className="panel flex scroll-mt-18 flex-col overflow-clip xl:sticky xl:top-18 xl:max-h-[calc(100dvh-5.5rem)]"
    >
      <div className="shrink-0 [&>div]:mt-0 [&>div]:px-4">
        <Tabs
          label="Example"
          tabs={[tab('curl', 'cURL'), tab('typescript', 'TypeScript'), tab(undefined, 'Response')]}
        />
      </div>
      {panel === 'curl' && <Code name="cURL command" code={inCurl(baseUrl + path)} />}
      {panel === 'typescript' && (
        <Code name="TypeScript code" code={inTypeScript(name, given, baseUrl)} />
      )}
      {panel === undefined && refused.length === 0 && <LiveResponse path={path} />}
      {panel === undefined && refused.length > 0 && (
        <p className="p-4 text-sm text-muted">
          Not sent: <code className="font-mono">{refused[0]?.name}</code> must be{' '}
          {refused[0]?.accepted}.
        </p>
      )}
    </section>
  )
}

function Code({ name, code }: { name: string; code: string }) {
  return (
    <div className="flex items-start gap-2 bg-sunken py-3 ps-4 pe-3">
      <pre
        dir="ltr"
        className="min-w-0 grow font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap"
      >
        {code}
      </pre>
      <CopyButton text={code} label={name} />
    </div>
  )
}

function inCurl(url: string): string {
  return `curl '${url.replaceAll("'", '%27')}'`
}

/** With the client of the contract. A list can also be read page by page. */
function inTypeScript(name: EndpointName, given: Record<string, string>, baseUrl: string): string {
  const endpoint: Endpoint = ENDPOINTS[name]
  const parameters = Object.entries(given).map(
    ([parameter, value]) => `${parameter}: ${literalOf(endpoint, parameter, value)}`,
  )
  const argument = parameters.length === 0 ? '{}' : `{ ${parameters.join(', ')} }`
  const all = `\n// All entries, requested page by page\nfor await (const entry of client.all('${name}', ${argument})) {\n  console.log(entry)\n}\n`
  return `import { createClient } from 'cairn-client'

const client = createClient({ baseUrl: '${baseUrl}' })
const reply = await client.get('${name}', ${argument})
${isList(endpoint) ? all : ''}`
}

function literalOf({ parameters }: Endpoint, name: string, value: string): string {
  const schema = parameters[name]
  const json = schema && metadataOf(schema).schema
  const isInteger = JSON.stringify(json).includes('"integer"') && /^[0-9]{1,15}$/.test(value)
  return isInteger ? value : `'${value.replace(/[\\']/g, '\\$&')}'`
}

const TIMEOUT_MS = 20_000

/** A response as it comes, whatever its status, and how long it took. */
function responseQuery(baseUrl: string, path: string) {
  return queryOptions({
    queryKey: ['response', path],
    queryFn: async ({ signal }) => {
      const sentAt = performance.now()
      const signals = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
      const reply = await send({ baseUrl }, path, { signal: signals })
      return { ...reply, milliseconds: Math.round(performance.now() - sentAt) }
    },
    retry: false,
  })
}

function LiveResponse({ path }: { path: string }) {
  const { baseUrl } = useAppContext()
  const { data, error, isFetching, refetch } = useQuery(responseQuery(baseUrl, path))
  return (
    <>
      <p className="flex min-h-10 shrink-0 items-center gap-2 border-b border-line px-4 py-1.5">
        <a
          href={baseUrl + path}
          dir="ltr"
          className="link min-w-0 grow font-mono text-xs wrap-anywhere"
        >
          {path}
        </a>
        {data !== undefined && <CopyButton text={formatJson(data.text)} label="Response" />}
      </p>
      {data === undefined ? (
        <p className="min-h-24 bg-sunken p-4 text-sm text-muted">
          {error === null ? (
            <>
              <span className="appear-late needs-scripts">Loading…</span>
              <noscript>The response needs JavaScript here. Open the link above.</noscript>
            </>
          ) : (
            FAILURE_TEXTS[error.kind].title
          )}
        </p>
      ) : (
        <JsonLines text={formatJson(data.text)} />
      )}
      <p className="flex min-h-12 shrink-0 items-center gap-3 border-t border-line px-4 text-xs text-muted needs-scripts">
        {data !== undefined && (
          <>
            <Badge tone={data.status < 400 ? 'good' : 'bad'}>{data.status}</Badge>
            <Size text={data.text} />
            <span>
              <Numeral value={data.milliseconds} /> ms
            </span>
          </>
        )}
        <button
          type="button"
          className="button ms-auto"
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          <RotateCw size={14} aria-hidden="true" /> Send again
        </button>
      </p>
    </>
  )
}

function Size({ text }: { text: string }) {
  const bytes = new TextEncoder().encode(text).length
  return bytes < 10_000 ? (
    <Count value={bytes} one="byte" />
  ) : (
    <span>
      <Numeral value={Math.round(bytes / 1000)} /> kB
    </span>
  )
}
