import { type Endpoint, inCurl } from '../../contract/endpoints.ts'
import { useApi } from '../surroundings.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { ApiRequest } from './ApiRequest.tsx'

type Props = {
  endpoints: Endpoint[]
  /** The service's address as programs need it. */
  baseUrl: string
}

/** The endpoints that stand beside the contract, without their answers: few ask for those. */
export function ApiDirectory({ endpoints, baseUrl }: Props) {
  const api = useApi()
  return (
    <section aria-labelledby="directory" className="stack-3">
      <h2 id="directory" className="text-lg font-semibold">
        The directory
      </h2>
      <p className="max-w-3xl text-muted">
        What this instance holds, for its explorer. Other services have none of it, and the client
        does without.
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        {endpoints.map((endpoint) => (
          <section
            key={endpoint.path}
            aria-label={endpoint.title}
            className="panel stack-2 px-4 py-3"
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
