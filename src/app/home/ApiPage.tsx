import { useQuery } from '@tanstack/react-query'
import { MAX_LIMIT } from '../../contract/paging.ts'
import {
  blockActivityPath,
  PATHS,
  tokenPath,
  transactionActivityPath,
} from '../../contract/paths.ts'
import { Failure } from '../failures.tsx'
import { PageHead } from '../PageHead.tsx'
import { answerQuery } from '../queries.ts'
import { useApi } from '../surroundings.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { formatJson } from '../ui/formatJson.ts'
import { PageHeading } from '../ui/PageHeading.tsx'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'

/** The service's endpoints, each with an example answered as the page is read. */
export function ApiPage() {
  return (
    <div className="space-y-8">
      <div className="space-y-2">
        <PageHead
          title="API"
          description="Three read-only endpoints for token metadata and rune activity, with live examples."
          path="/api"
        />
        <PageHeading>API</PageHeading>
        <p className="max-w-3xl text-muted">
          Three read-only endpoints, JSON over GET, open to pages of any origin. Every answer of
          status 200 has an ETag: send it back in If-None-Match and an unchanged answer costs no
          bytes. Errors say which parameter was wrong and what is accepted.
        </p>
      </div>
      {ENDPOINTS.map((endpoint) => (
        <Endpoint key={endpoint.pattern} {...endpoint} />
      ))}
    </div>
  )
}

type EndpointProps = {
  title: string
  pattern: string
  parameters: [string, string][]
  example: string
}

function Endpoint({ title, pattern, parameters, example }: EndpointProps) {
  return (
    <section aria-label={title} className="space-y-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="font-mono text-sm">
        <span className="font-semibold text-accent">GET</span> {pattern.replace(/:(\w+)/g, '{$1}')}
      </p>
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
        {parameters.map(([name, meaning]) => (
          <div key={name} className="contents">
            <dt className="font-mono">{name}</dt>
            <dd className="pb-1 text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
      <Example path={example} />
    </section>
  )
}

function Example({ path }: { path: string }) {
  const api = useApi()
  const { data, error } = useQuery(answerQuery(api, path))
  if (error) return <Failure error={error} />
  return (
    <div className="panel">
      <p className="flex items-center gap-1 border-b border-line px-4 py-1.5 font-mono text-xs">
        <a href={api.baseUrl + path} className="link min-w-0">
          {path}
        </a>
        <CopyButton text={api.baseUrl + path} label="the example’s path" />
      </p>
      <div className="h-72">
        <div className="h-full max-h-72">
          <ScrollRegion label={`Answer of ${path}`}>
            <pre className="px-4 py-3 font-mono text-xs whitespace-pre-wrap">
              {data === undefined ? 'Asking …' : formatJson(data.text)}
            </pre>
          </ScrollRegion>
        </div>
      </div>
    </div>
  )
}

const PAGING: [string, string][] = [
  ['offset', 'how many records to leave out; 0 when missing'],
  ['limit', `how many records to send, 1 to ${MAX_LIMIT}; 20 when missing`],
]

const ENDPOINTS: EndpointProps[] = [
  {
    title: 'Token metadata',
    pattern: PATHS.token,
    parameters: [
      ['principal', 'the principal of the token’s contract'],
      ['locale', 'one of metadata.localization.locales; exact first, then in any case'],
    ],
    example: tokenPath('SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'),
  },
  {
    title: 'Rune activity of a transaction',
    pattern: PATHS.transactionActivity,
    parameters: [['tx_id', '64 hexadecimal digits, with or without 0x, in any case'], ...PAGING],
    example: transactionActivityPath(
      '7430609f039d4bc92a1f20fc6e49d5633b61c2a92ba68a93ea0dc1b59a3f3b50',
      { offset: 0, limit: 20 },
    ),
  },
  {
    title: 'Rune activity of a block',
    pattern: PATHS.blockActivity,
    parameters: [
      ['block', 'a height, or a hash of 64 hexadecimal digits with or without 0x'],
      ...PAGING,
    ],
    example: blockActivityPath({ kind: 'height', height: 840_000 }, { offset: 0, limit: 2 }),
  },
]
