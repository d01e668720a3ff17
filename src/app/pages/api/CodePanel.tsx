import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { ENDPOINTS, type EndpointName } from '../../../contract/client.ts'
import { send } from '../../../contract/connection.ts'
import { isList, pathWith } from '../../../contract/endpoint.ts'
import { useAppContext } from '../../appContext.ts'
import { FAILURES } from '../../errors/failures.ts'
import { changeSearch } from '../../lists/paging.ts'
import { Badge } from '../../ui/Badge.tsx'
import { formatJson } from '../../ui/formatJson.ts'
import { CopyButton } from '../../ui/Id.tsx'
import { Count, Numeral } from '../../ui/numbers.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import type { ApiRequest } from './apiRequest.ts'

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
          Not sent: <code>{refused[0]?.name}</code> must be {refused[0]?.accepted}.
        </p>
      )}
    </section>
  )
}

function Code({ name, code }: { name: string; code: string }) {
  return (
    <div className="flex items-start gap-2 bg-sunken py-3 ps-4 pe-3">
      <pre dir="ltr" className="min-w-0 grow text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
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
  const parameters = Object.entries(given).map(([name, value]) => `${name}: ${literalOf(value)}`)
  const argument = parameters.length === 0 ? '{}' : `{ ${parameters.join(', ')} }`
  const all = `\n// All entries, requested page by page\nfor await (const entry of client.all('${name}', ${argument})) {\n  console.log(entry)\n}\n`
  return `import { createClient } from 'cairn-client'

const client = createClient({ baseUrl: '${baseUrl}' })
const reply = await client.get('${name}', ${argument})
${isList(ENDPOINTS[name]) ? all : ''}`
}

/** Parameters can be given as numbers too. */
function literalOf(value: string): string {
  return /^[1-9][0-9]{0,14}$/.test(value) ? value : `'${value.replace(/[\\']/g, '\\$&')}'`
}

const TIMEOUT_MS = 20_000

/** A response as it comes, whatever its status, and how long it took. */
function LiveResponse({ path }: { path: string }) {
  const { baseUrl } = useAppContext()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['response', path],
    queryFn: async ({ signal }) => {
      const sentAt = performance.now()
      const signals = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
      const reply = await send({ baseUrl }, path, { signal: signals })
      return { ...reply, milliseconds: Math.round(performance.now() - sentAt) }
    },
    retry: false,
  })
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
            FAILURES[error.kind].title
          )}
        </p>
      ) : (
        <Json text={formatJson(data.text)} />
      )}
      <p className="flex min-h-12 shrink-0 items-center gap-3 border-t border-line px-4 text-xs text-muted needs-scripts">
        {data !== undefined && (
          <>
            <Badge tone={data.status < 400 ? 'good' : 'bad'}>{data.status}</Badge>
            <Count
              name="response.bytes"
              value={new TextEncoder().encode(data.text).length}
              one="byte"
            />
            <span>
              <Numeral name="response.milliseconds" value={data.milliseconds} /> ms
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

/** In characters: more would make the page slow. */
const MAX_LENGTH = 100_000

// A string, which is a key if a colon follows; a number or a word.
const TOKENS = /("(?:[^"\\]|\\.)*"(?=:)|"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null)/

/** Where the rest of a line goes that is broken, by its indentation: not to the beginning of the line. */
const INDENTS = [
  'ps-[2ch] indent-[-2ch]',
  'ps-[4ch] indent-[-4ch]',
  'ps-[6ch] indent-[-6ch]',
  'ps-[8ch] indent-[-8ch]',
  'ps-[10ch] indent-[-10ch]',
  'ps-[12ch] indent-[-12ch]',
] as const

function indentOf(line: string): string {
  const depth = line.search(/\S|$/) / 2
  return INDENTS[Math.min(depth, INDENTS.length - 1)] ?? ''
}

/** Indented JSON. */
function Json({ text }: { text: string }) {
  const lines = text.slice(0, MAX_LENGTH).split(/(?<=\n)/)
  return (
    <section
      aria-label="JSON of the response"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 overflow-y-auto bg-sunken p-4 focus-visible:-outline-offset-2 max-xl:max-h-[60dvh]"
    >
      <pre dir="ltr" className="text-xs leading-5 wrap-anywhere whitespace-pre-wrap">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text have no other identity.
          <span key={index} className={`block ${indentOf(line)}`}>
            <JsonLine line={line} />
          </span>
        ))}
      </pre>
      {text.length > MAX_LENGTH && (
        <p className="pt-3 text-sm text-muted">There is more. The link above opens all of it.</p>
      )}
    </section>
  )
}

/** Keys, strings and other values have a colour each. */
function JsonLine({ line }: { line: string }) {
  const parts = line.split(TOKENS)
  return parts.map((part, index) => {
    if (index % 2 === 0) return part
    const isKey = parts[index + 1]?.startsWith(':')
    const color = part.startsWith('"') ? 'text-mint' : 'text-etching'
    return (
      // Untrusted text must not change the direction of the text around it.
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
      <bdi key={index} className={isKey ? 'text-transfer' : color}>
        {part}
      </bdi>
    )
  })
}
