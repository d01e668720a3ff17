import type { ReactNode } from 'react'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { inCurl } from '../../../contract/endpoints.ts'
import { useApi } from '../../appContext.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { ApiRequest } from './ApiRequest.tsx'

type Props = {
  id: string
  title: string
  endpoints: Endpoint[]
  /** The absolute URL of the service. */
  baseUrl: string
  /** The introduction. */
  children: ReactNode
}

/** Endpoints outside the contract, each with a link to an example instead of a live response. */
export function ApiGroup({ id, title, endpoints, baseUrl, children }: Props) {
  const api = useApi()
  return (
    <section aria-labelledby={id} className="space-y-3">
      <h2 id={id} className="text-2xl font-semibold">
        {title}
      </h2>
      <p className="max-w-3xl text-muted">{children}</p>
      <div className="grid gap-4 lg:grid-cols-2">
        {endpoints.map((endpoint) => (
          <section
            key={endpoint.path}
            aria-label={endpoint.title}
            className="panel space-y-2 px-4 py-3"
          >
            <h3 className="font-semibold">{endpoint.title}</h3>
            <ApiRequest endpoint={endpoint} />
            <p className="flex items-center gap-1 font-mono text-xs">
              <a href={api.baseUrl + endpoint.example} rel="nofollow" className="link min-w-0">
                {endpoint.example}
              </a>
              <CopyButton
                text={inCurl(endpoint.example, baseUrl)}
                label={`the cURL for ${endpoint.title}`}
              />
            </p>
          </section>
        ))}
      </div>
    </section>
  )
}
