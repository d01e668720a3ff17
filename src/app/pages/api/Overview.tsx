import { COMPAT_PREFIX } from '../../../contract/compat.ts'
import { EVENTS_PATH, OPENAPI_PATH } from '../../../contract/endpoints.ts'
import { DEFAULT_PAGING, MAX_LIMIT } from '../../../contract/schemas/page.ts'
import { useAppContext } from '../../appContext.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { AllEndpoints, Section } from './EndpointText.tsx'

export function Overview() {
  const { baseUrl } = useAppContext()
  return (
    <>
      <PageHeader
        crumb={
          <>
            For programs
            <AllEndpoints />
          </>
        }
        title="API"
      />
      <div className="max-w-[64ch] pt-2 text-base">
        <p className="text-muted">
          Everything that this explorer shows, as JSON over GET; only what is decoded is posted. No
          key is needed, and pages of any origin may ask.
        </p>
        <Section title="Three families">
          <p>
            <b>Tokens</b> and <b>Runes</b> have the paths and the forms of the public token API and
            of the runes API that was switched off in March 2026; under <code>{COMPAT_PREFIX}</code>{' '}
            they have the exact form of those servers, for their clients. <b>Explorer</b> has what
            they lack: movements, figures, holders and their changes, names, search. All of them are
            described in{' '}
            <a href={baseUrl + OPENAPI_PATH} className="link">
              openapi.json
            </a>
            , for OpenAPI 3.1.
          </p>
        </Section>
        <Section title="Values">
          <p>
            Amounts are strings of decimal digits, exact to the last one. What is not known is left
            out, never null, except in <code>mint_terms</code>. Hashes are accepted with and without{' '}
            <code>0x</code>, in any case.
          </p>
        </Section>
        <Section title="Lists and files">
          <p>
            <code>limit</code> is {DEFAULT_PAGING.limit} if it is not given, and at most{' '}
            {MAX_LIMIT.toLocaleString('en')}; <code>offset</code> says where to start;{' '}
            <code>total</code> counts the whole list, of a search up to 1,000. With{' '}
            <code>.csv</code> or <code>.ndjson</code> after its path, a list comes whole, as a file.
          </p>
        </Section>
        <Section title="Caching and limits">
          <p>
            Responses have an <code>ETag</code>: send it as <code>If-None-Match</code>, and an
            unchanged response is an empty 304. A client that asks too often gets a 429 with{' '}
            <code>Retry-After</code>.
          </p>
        </Section>
        <Section title="New blocks">
          <p>
            <a href={baseUrl + EVENTS_PATH} className="link">
              {EVENTS_PATH}
            </a>{' '}
            sends the newest block as a server-sent event, first and whenever it changes.
          </p>
        </Section>
        <Section title="TypeScript">
          <p>
            The examples use Cairn’s client. In a checkout of Cairn, run{' '}
            <code>npm pack -w cairn-client</code>, then install the file that it makes.
          </p>
        </Section>
      </div>
    </>
  )
}
