import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ENDPOINTS, type EndpointName } from '../../../contract/client.ts'
import {
  type Endpoint,
  isInPath,
  metadataOf,
  pathWith,
  problemsOf,
} from '../../../contract/endpoint.ts'
import { PROBLEMS } from '../../../contract/problems.ts'
import { useAppContext } from '../../appContext.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { GetForm } from '../../ui/GetForm.tsx'
import { CopyButton } from '../../ui/Id.tsx'
import { CrumbLink, PageHeader } from '../../ui/PageHeader.tsx'
import type { ApiRequest } from './apiRequest.ts'
import { fieldsOf, isList, type ReplyField } from './replyFields.ts'

type Props = { name: EndpointName; request: ApiRequest }

export function EndpointHead({ name, request, group }: Props & { group: string }) {
  const { title, description, path, parameters }: Endpoint = ENDPOINTS[name]
  return (
    <>
      <PageHeader
        crumb={
          <>
            <CrumbLink to="/api">API</CrumbLink>
            <span aria-hidden="true">/</span> {group}
            <AllEndpoints />
          </>
        }
        title={title}
      />
      <p className="mt-2 max-w-[64ch] text-base text-muted">{description}</p>
      <p className="panel mt-4 flex min-h-12 items-center gap-3 px-4 py-2">
        <span className="shrink-0 rounded-sm bg-mint-soft px-2 py-0.5 text-xs font-medium text-mint">
          GET
        </span>
        <PathPattern path={path} />
        <CopyButton text={path} label="Path" />
      </p>
      {Object.keys(parameters).length > 0 && (
        <Section title="Parameters">
          <ParameterForm name={name} request={request} />
        </Section>
      )}
    </>
  )
}

export function EndpointReply({ name, request }: Props) {
  const endpoint: Endpoint = ENDPOINTS[name]
  return (
    <>
      <Section title="Response">
        {isList(endpoint) && <Exports name={name} request={request} />}
        <DataTable
          caption="Fields of the response"
          isFurther
          rows={fieldsOf(endpoint.reply)}
          keyOf={({ path }) => path}
          columns={FIELD_COLUMNS}
        />
      </Section>
      <Section title="Errors">
        <Errors endpoint={endpoint} />
      </Section>
    </>
  )
}

/** On phones, the endpoints are below. */
export function AllEndpoints() {
  return (
    <a href="#endpoints" className="link ms-auto inline-flex min-h-11 items-center wide:hidden">
      All endpoints
    </a>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h2 className="mb-2 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

/** The path, with its parameters as `{name}`. */
function PathPattern({ path }: { path: string }) {
  return (
    <code dir="ltr" className="min-w-0 grow font-mono text-sm wrap-anywhere">
      {path.split('/').map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a path have no other identity.
        <span key={index}>
          {index > 0 && '/'}
          <wbr />
          {part.startsWith(':') ? (
            <b className="font-semibold text-accent">{`{${part.slice(1)}}`}</b>
          ) : (
            part
          )}
        </span>
      ))}
    </code>
  )
}

function ParameterForm({ name, request: { given, refused } }: Props) {
  const endpoint: Endpoint = ENDPOINTS[name]
  const panel = useSearchParams()[0].get('panel')
  const refusals = new Map(refused.map(({ name, accepted }) => [name, accepted]))
  return (
    <GetForm action="/api" hash="#example">
      <input type="hidden" name="endpoint" value={name} />
      {panel !== null && <input type="hidden" name="panel" value={panel} />}
      <div className="min-w-0 grow">
        <DataTable
          caption="Parameters"
          rows={Object.entries(endpoint.parameters)}
          keyOf={([parameter]) => parameter}
          columns={[
            {
              heading: 'Name',
              className: 'py-2 align-top phone:col-start-1 phone:row-start-1',
              cell: ([parameter]) => (
                <label
                  htmlFor={`parameter-${parameter}`}
                  className="flex min-h-8 flex-wrap items-center gap-x-2"
                >
                  <code className="font-mono">{parameter}</code>
                  {isInPath(endpoint.path, parameter) && (
                    <span className="text-xs text-muted">required</span>
                  )}
                </label>
              ),
            },
            {
              heading: 'Value',
              className: 'w-52 py-2 align-top phone:col-start-2 phone:row-start-1 phone:w-44',
              cell: ([parameter, schema]) => (
                <Field
                  name={parameter}
                  schema={schema}
                  value={given[parameter] ?? ''}
                  isRefused={refusals.has(parameter)}
                />
              ),
            },
            {
              heading: 'Meaning',
              className:
                'min-w-48 py-2 align-top whitespace-normal! text-muted phone:col-span-2 phone:row-start-2',
              cell: ([parameter, schema]) => (
                <span className="block md:pt-1.5">
                  {refusals.has(parameter) ? (
                    <span id={`refusal-${parameter}`} className="font-medium text-burn">
                      It must be {refusals.get(parameter)}.
                    </span>
                  ) : (
                    String(metadataOf(schema).description ?? '')
                  )}
                </span>
              ),
            },
          ]}
        />
        <button type="submit" className="button primary mt-3">
          Send request
        </button>
      </div>
    </GetForm>
  )
}

type FieldProps = {
  name: string
  schema: Endpoint['parameters'][string]
  value: string
  isRefused: boolean
}

/** A list of words to choose from, or a text. */
function Field({ name, schema, value, isRefused }: FieldProps) {
  const words = wordsOf(schema)
  const attributes = {
    id: `parameter-${name}`,
    name,
    className: 'field w-full font-mono aria-invalid:border-burn',
    'aria-invalid': isRefused || undefined,
    'aria-describedby': isRefused ? `refusal-${name}` : undefined,
  }
  if (words === undefined || (value !== '' && !words.includes(value))) {
    return (
      <input
        // The field shows the URL's value when that changes.
        key={value}
        {...attributes}
        defaultValue={value}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
    )
  }
  return (
    <select key={value} {...attributes} defaultValue={value}>
      <option value="" />
      {words.map((word) => (
        <option key={word}>{word}</option>
      ))}
    </select>
  )
}

function wordsOf(schema: FieldProps['schema']): string[] | undefined {
  const { schema: json } = metadataOf(schema)
  const isObject = typeof json === 'object' && json !== null
  const words: unknown = isObject && 'enum' in json ? json.enum : undefined
  return Array.isArray(words) ? words.map(String) : undefined
}

function Exports({ name, request: { given, refused } }: Props) {
  const { baseUrl } = useAppContext()
  const endpoint: Endpoint = ENDPOINTS[name]
  if (refused.length > 0) return null
  const { limit: _, offset: __, ...filters } = given
  const [path, query] = pathWith(endpoint, filters).split('?')
  const link = (format: string) => `${baseUrl}${path}.${format}${query ? `?${query}` : ''}`
  return (
    <p className="mb-3 max-w-[64ch] text-base">
      One page of a list. All of it as a file:{' '}
      <a href={link('csv')} className="link">
        CSV
      </a>{' '}
      or{' '}
      <a href={link('ndjson')} className="link">
        JSON lines
      </a>
      .
    </p>
  )
}

const INDENTS = ['', 'ps-4', 'ps-8', 'ps-12', 'ps-16']

const FIELD_COLUMNS = [
  {
    heading: 'Field',
    className: 'py-1.5 md:h-8 align-top phone:col-start-1 phone:row-start-1',
    cell: ({ name, depth }: ReplyField) => (
      <code className={`font-mono ${INDENTS[depth] ?? 'ps-20'}`}>{name}</code>
    ),
  },
  {
    heading: 'Type',
    className: 'py-1.5 md:h-8 align-top text-muted phone:col-start-2 phone:row-start-1',
    cell: ({ type, isOptional }: ReplyField) => `${type}${isOptional ? '?' : ''}`,
  },
  {
    heading: 'Meaning',
    className:
      'py-1.5 md:h-8 align-top whitespace-normal! text-muted phone:col-span-2 phone:row-start-2',
    cell: ({ description }: ReplyField) => description,
  },
]

function Errors({ endpoint }: { endpoint: Endpoint }) {
  return (
    <DataTable
      caption="Errors"
      isFurther
      rows={problemsOf(endpoint).map((problem) => PROBLEMS[problem])}
      keyOf={({ error }) => error}
      columns={[
        {
          heading: 'Status',
          className: 'w-20 py-2 align-top phone:col-start-1 phone:row-start-1 phone:w-auto',
          cell: ({ status }) => <code className="font-mono">{status}</code>,
        },
        {
          heading: 'Error',
          className: 'py-2 align-top whitespace-normal! phone:col-start-2 phone:row-start-1',
          cell: ({ error }) => error,
        },
        {
          heading: 'Meaning',
          className:
            'py-2 align-top whitespace-normal! text-muted phone:col-span-2 phone:row-start-2',
          cell: ({ meaning }) => meaning,
        },
      ]}
    />
  )
}
