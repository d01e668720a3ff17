import { useQuery } from '@tanstack/react-query'
import { COMMON_PROBLEMS } from '../../contract/endpointProblems.ts'
import { ENDPOINTS, OPENAPI_PATH } from '../../contract/endpoints.ts'
import { PageHead } from '../PageHead.tsx'
import { answerQuery } from '../queries.ts'
import { useSurroundings } from '../surroundings.ts'
import { PageHeading } from '../ui/PageHeading.tsx'
import { ApiDirectory } from './ApiDirectory.tsx'
import { ApiEndpoint, placeOfEndpoint } from './ApiEndpoint.tsx'
import { ApiProblems } from './ApiProblems.tsx'
import { ApiShapes, placeOf } from './ApiShapes.tsx'
import { readShapes } from './apiShape.ts'

/**
 * The service's endpoints, each with an example answered as the page is read. What only our own
 * services tell, the directory and the fields of answers, is shown where the service describes itself.
 */
export function ApiPage() {
  const { api, origin } = useSurroundings()
  const { data: shapes } = useQuery({
    ...answerQuery(api, OPENAPI_PATH),
    select: ({ value }) => readShapes(value),
    // Others have none, and the page does without at once.
    retry: false,
  })
  const baseUrl = new URL(api.baseUrl, origin).href.replace(/\/$/, '')
  return (
    <div className="stack-8">
      <div className="stack-2">
        <PageHead title="API" description={DESCRIPTION} path="/api" />
        <PageHeading>API</PageHeading>
        <p className="max-w-3xl text-muted">
          Three read-only endpoints, JSON over GET, without a key, open to pages of any origin.
          Every answer of status 200 has an ETag: send it back in If-None-Match and an unchanged
          answer costs no bytes. What is missing is left out, never null; amounts are exact, as
          texts.
        </p>
        {shapes !== undefined && (
          <p className="max-w-3xl">
            All of it for programs:{' '}
            <a href={api.baseUrl + OPENAPI_PATH} className="link">
              openapi.json
            </a>
            , in OpenAPI 3.1.
          </p>
        )}
        <p className="max-w-3xl text-muted">
          The examples in TypeScript use the client that Cairn’s sources contain: run{' '}
          <code className="font-mono text-xs">npm pack -w cairn-client</code> in them, and{' '}
          <code className="font-mono text-xs">npm install</code> the file that it makes.
        </p>
      </div>
      <Contents described={shapes === undefined ? 'no' : 'yes'} />
      {CONTRACT.map((endpoint) => (
        <ApiEndpoint
          key={endpoint.path}
          endpoint={endpoint}
          baseUrl={baseUrl}
          fieldsAt={shapes && placeOf(endpoint.answer)}
        />
      ))}
      <section aria-labelledby="problems" className="stack-3">
        <h2 id="problems" className="text-lg font-semibold">
          What any request may be answered with
        </h2>
        <ApiProblems label="Problems of any request" problems={ANYWHERE} />
      </section>
      {shapes !== undefined && <ApiDirectory endpoints={DIRECTORY} baseUrl={baseUrl} />}
      {shapes !== undefined && <ApiShapes shapes={shapes} />}
    </div>
  )
}

function Contents({ described }: { described: 'yes' | 'no' }) {
  const parts = [
    ...CONTRACT.map((endpoint) => ({ place: placeOfEndpoint(endpoint), name: endpoint.title })),
    { place: 'problems', name: 'Problems' },
    ...(described === 'yes' ? OURS : []),
  ]
  return (
    <nav aria-label="On this page">
      <ul className="flex flex-wrap gap-x-4">
        {parts.map(({ place, name }) => (
          <li key={place}>
            <a href={`#${place}`} className="link">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const OURS = [
  { place: 'directory', name: 'The directory' },
  { place: 'fields', name: 'Fields' },
]

const DESCRIPTION =
  'Three read-only endpoints for token metadata and rune activity, with live examples in cURL and TypeScript.'

const CONTRACT = ENDPOINTS.filter(({ group }) => group === 'contract')
const DIRECTORY = ENDPOINTS.filter(({ group }) => group === 'directory')
const ANYWHERE = COMMON_PROBLEMS.map((problem) => ({ problem }))
