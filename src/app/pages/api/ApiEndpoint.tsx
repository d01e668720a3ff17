import { useQuery } from '@tanstack/react-query'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { inCurl, inTypeScript } from '../../../contract/endpoints.ts'
import { useApi } from '../../appContext.ts'
import { Failure } from '../../errors/Failure.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { formatJson } from '../../ui/formatJson.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { ApiErrors } from './ApiErrors.tsx'
import { ApiRequest } from './ApiRequest.tsx'
import { responseQuery } from './responseQuery.ts'

type Props = {
  endpoint: Endpoint
  /** The absolute URL of the service. */
  baseUrl: string
  /** The id of the section that describes the fields of the response, if there is one. */
  fieldsId: string | undefined
}

/** An endpoint with example code, a live response and its errors. */
export function ApiEndpoint({ endpoint, baseUrl, fieldsId }: Props) {
  const { title, example, typescript, response, problems } = endpoint
  return (
    <section aria-label={title} className="space-y-3">
      <h2 id={idOfEndpoint(endpoint)} className="text-2xl font-semibold">
        {title}
      </h2>
      <ApiRequest endpoint={endpoint} />
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="min-w-0 space-y-3">
          <Code name="cURL" of={title} code={inCurl(example, baseUrl)} />
          {typescript !== undefined && (
            <Code name="TypeScript" of={title} code={inTypeScript(typescript, baseUrl)} />
          )}
        </div>
        <LiveResponse path={example} />
      </div>
      {fieldsId !== undefined && (
        <p>
          Fields of the response:{' '}
          <a href={`#${fieldsId}`} className="link">
            {response}
          </a>
        </p>
      )}
      <h3 className="text-lg font-semibold">Errors</h3>
      <ApiErrors label={`${title}: errors`} problems={problems} />
    </section>
  )
}

export function idOfEndpoint({ title }: Endpoint): string {
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

function LiveResponse({ path }: { path: string }) {
  const api = useApi()
  const { data, error } = useQuery(responseQuery(api, path))
  // The bundled snapshot cannot respond to everything. Its response says why.
  const text = data?.text ?? (error?.status === 501 ? error.text : undefined)
  if (error && text === undefined) return <Failure error={error} />
  return (
    <div className="panel min-w-0">
      <p className="flex items-center gap-1 border-b border-line px-4 py-1.5 font-mono text-xs">
        <a href={api.baseUrl + path} className="link min-w-0">
          {path}
        </a>
        <CopyButton text={api.baseUrl + path} label="the URL of the example" />
      </p>
      <div className="h-72">
        <div className="h-full max-h-72">
          <ScrollRegion label={`Response of ${path}`}>
            <pre className="px-4 py-3 font-mono text-xs whitespace-pre-wrap">
              {text === undefined ? 'Loading…' : formatJson(text)}
            </pre>
          </ScrollRegion>
        </div>
      </div>
    </div>
  )
}
