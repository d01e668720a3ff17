import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router-dom'
import type { About } from '../../../contract/directory.ts'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { ENDPOINTS, OPENAPI_PATH } from '../../../contract/endpoints.ts'
import { EXAMPLES } from '../../../contract/examples.ts'
import { COMMON_PROBLEMS } from '../../../contract/problems.ts'
import { substituteExamples } from '../../../contract/substituteExamples.ts'
import type { Api } from '../../api.ts'
import { useAppContext } from '../../appContext.ts'
import { type Head, PageHead } from '../../PageHead.tsx'
import { type PageHandle, respondWith, sourceContext } from '../../pageLoader.ts'
import { aboutQuery } from '../../queries/directory.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { ApiEndpoint, idOfEndpoint } from './ApiEndpoint.tsx'
import { ApiErrors } from './ApiErrors.tsx'
import { ApiGroup } from './ApiGroup.tsx'
import { ApiShapes, idOfShape } from './ApiShapes.tsx'
import { readShapes } from './apiShape.ts'
import { responseQuery } from './responseQuery.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const { api, load } = context.get(sourceContext)
  const { data: about } = await load(aboutQuery(api))
  const examples = endpointsOf('contract', about?.value).map(({ example }) =>
    load(responseQuery(api, example)),
  )
  await Promise.all([load(openApiQuery(api)), ...examples])
  return respondWith(HEAD)
}

export const handle: PageHandle = { parameters: [] }

/**
 * The service's endpoints with live examples. The parts that only Cairn's service has (the directory,
 * operations, a description of every field) are shown if the service has an `/openapi.json`.
 */
export function Component() {
  const { api, origin } = useAppContext()
  const { data: shapes } = useQuery({
    ...openApiQuery(api),
    select: ({ value }) => readShapes(value),
  })
  const { data: about } = useQuery(aboutQuery(api))
  const baseUrl = new URL(api.baseUrl, origin).href.replace(/\/$/, '')
  return (
    <div className="space-y-12">
      <div className="space-y-2">
        <PageHead {...HEAD} />
        <PageHeading>API</PageHeading>
        <p className="max-w-3xl text-muted">
          Read-only endpoints: JSON over GET, no API key, CORS open to any origin. Every response
          with data has an ETag: send it in If-None-Match to get an empty 304 if nothing has
          changed. Missing values are omitted, never null, except in mint_terms. Amounts are exact
          decimal strings.
        </p>
        {shapes !== undefined && (
          <p className="max-w-3xl">
            Machine-readable description:{' '}
            <a href={api.baseUrl + OPENAPI_PATH} className="link">
              openapi.json
            </a>{' '}
            (OpenAPI 3.1)
          </p>
        )}
        <p className="max-w-3xl text-muted">
          The TypeScript examples use Cairn’s client: run{' '}
          <code className="font-mono text-sm">npm pack -w cairn-client</code> in a checkout of
          Cairn, then <code className="font-mono text-sm">npm install</code> the file it creates.
        </p>
      </div>
      <Contents more={shapes === undefined ? [] : DESCRIBED} />
      {endpointsOf('contract', about).map((endpoint) => (
        <ApiEndpoint
          key={endpoint.path}
          endpoint={endpoint}
          baseUrl={baseUrl}
          fieldsId={shapes && idOfShape(endpoint.response)}
        />
      ))}
      <section aria-labelledby="problems" className="space-y-3">
        <h2 id="problems" className="text-2xl font-semibold">
          Errors common to all data endpoints
        </h2>
        <ApiErrors label="Common errors" problems={ANYWHERE} />
      </section>
      {shapes !== undefined && (
        <>
          <ApiGroup
            id="directory"
            title="The directory"
            endpoints={endpointsOf('directory', about)}
            baseUrl={baseUrl}
          >
            Lists and searches the data of the service. The explorer uses these endpoints; other
            services do not have them, and the client does not cover them.
          </ApiGroup>
          <ApiGroup
            id="operations"
            title="Operations"
            endpoints={endpointsOf('operations', about)}
            baseUrl={baseUrl}
          >
            Status, health and metrics, for operators.
          </ApiGroup>
          <ApiShapes shapes={shapes} />
        </>
      )}
    </div>
  )
}

type Part = { id: string; name: string }

function Contents({ more }: { more: Part[] }) {
  const parts = [
    ...endpointsOf('contract').map((endpoint) => ({
      id: idOfEndpoint(endpoint),
      name: endpoint.title,
    })),
    { id: 'problems', name: 'Errors' },
    ...more,
  ]
  return (
    <nav aria-label="On this page">
      <ul className="flex flex-wrap gap-x-4">
        {parts.map(({ id, name }) => (
          <li key={id}>
            <a href={`#${id}`} className="link">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const DESCRIBED: Part[] = [
  { id: 'directory', name: 'The directory' },
  { id: 'operations', name: 'Operations' },
  { id: 'fields', name: 'Fields' },
]

const HEAD: Head = {
  title: 'API',
  description:
    'Read-only endpoints for token metadata, runes, their activity, holders and balances, with live examples in cURL and TypeScript.',
  path: '/api',
}

/** Other services have no `/openapi.json`. */
function openApiQuery(api: Api) {
  return { ...responseQuery(api, OPENAPI_PATH), retry: false }
}

/** The endpoints of a group, with examples that the service has if it says which. */
function endpointsOf(group: Endpoint['group'], about?: About): Endpoint[] {
  return ENDPOINTS.filter((endpoint) => endpoint.group === group).map((endpoint) =>
    substituteExamples(endpoint, about?.examples ?? EXAMPLES),
  )
}

const ANYWHERE = COMMON_PROBLEMS.map((problem) => ({ problem }))
