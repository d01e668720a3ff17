import { useQuery } from '@tanstack/react-query'
import { type Endpoint, inCurl, inTypeScript } from '../../contract/endpoints.ts'
import { Failure } from '../failures.tsx'
import { answerQuery } from '../queries.ts'
import { useApi } from '../surroundings.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { formatJson } from '../ui/formatJson.ts'
import { ScrollRegion } from '../ui/ScrollRegion.tsx'
import { ApiProblems } from './ApiProblems.tsx'
import { ApiRequest } from './ApiRequest.tsx'

type Props = {
  endpoint: Endpoint
  /** The service's address as programs need it. */
  baseUrl: string
  /** The place on this page that tells of the fields of its answer, if one does. */
  fieldsAt: string | undefined
}

/** An endpoint with programs that ask it, what it answers now, and what else it may answer. */
export function ApiEndpoint({ endpoint, baseUrl, fieldsAt }: Props) {
  const { title, example, typescript, answer, problems } = endpoint
  return (
    <section aria-label={title} className="stack-3">
      <h2 id={placeOfEndpoint(endpoint)} className="text-lg font-semibold">
        {title}
      </h2>
      <ApiRequest endpoint={endpoint} />
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="min-w-0 stack-3">
          <Code name="cURL" of={title} code={inCurl(example, baseUrl)} />
          {typescript !== undefined && (
            <Code name="TypeScript" of={title} code={inTypeScript(typescript, baseUrl)} />
          )}
        </div>
        <Answer path={example} />
      </div>
      {fieldsAt !== undefined && (
        <p>
          The answer is of the form{' '}
          <a href={`#${fieldsAt}`} className="link">
            {answer}
          </a>
          .
        </p>
      )}
      <h3 className="font-semibold">Problems</h3>
      <ApiProblems label={`${title}: problems`} problems={problems} />
    </section>
  )
}

/** Where on the page an endpoint is told of. */
export function placeOfEndpoint({ title }: Endpoint): string {
  return title.toLowerCase().replaceAll(' ', '-')
}

function Code({ name, of, code }: { name: string; of: string; code: string }) {
  return (
    <figure className="panel">
      <figcaption className="flex items-center gap-1 border-b border-line px-4 py-1.5 text-xs">
        {name}
        <CopyButton text={code} label={`the ${name} for ${of}`} />
      </figcaption>
      <pre dir="ltr" className="px-4 py-3 font-mono text-xs whitespace-pre-wrap">
        {code}
      </pre>
    </figure>
  )
}

/** What the service answers at a path, asked as the page is read. */
function Answer({ path }: { path: string }) {
  const api = useApi()
  const { data, error } = useQuery(answerQuery(api, path))
  if (error) return <Failure error={error} />
  return (
    <div className="panel min-w-0">
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
