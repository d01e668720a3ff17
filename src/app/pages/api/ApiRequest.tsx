import type { Endpoint } from '../../../contract/endpoint.ts'

/** The path, the description and the parameters of an endpoint. */
export function ApiRequest({ endpoint }: { endpoint: Endpoint }) {
  const { path, description, parameters } = endpoint
  return (
    <>
      <p className="font-mono text-sm">
        <span className="font-semibold text-accent">GET</span> {path.replace(/:(\w+)/g, '{$1}')}
      </p>
      <p className="max-w-3xl">{description}</p>
      {parameters.length > 0 && (
        <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
          {parameters.map(({ name, description }) => (
            <div key={name} className="contents">
              <dt className="font-mono">{name}</dt>
              <dd className="pb-1 text-muted">{description}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
