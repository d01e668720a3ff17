import type { ComponentProps, ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ENDPOINTS, type EndpointName } from '../../../contract/client.ts'
import {
  type Endpoint,
  groupOf,
  isList,
  isRequired,
  metadataOf,
  pathWith,
  problemsOf,
} from '../../../contract/endpoint.ts'
import { PROBLEMS } from '../../../contract/problems.ts'
import { Export } from '../../lists/Pager.tsx'
import { Breakable } from '../../ui/Breakable.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { GetForm } from '../../ui/GetForm.tsx'
import { CopyButton } from '../../ui/Id.tsx'
import { CrumbLink, PageHeader } from '../../ui/PageHeader.tsx'
import type { ApiRequest } from './apiRequest.ts'
import { fieldsOf } from './replyFields.ts'

type Props = { name: EndpointName; request: ApiRequest }

export function EndpointHead({ name, request }: Props) {
  const { title, description, path, parameters }: Endpoint = ENDPOINTS[name]
  return (
    <>
      <PageHeader
        crumb={
          <>
            <CrumbLink to="/api">API</CrumbLink>
            <span aria-hidden="true">/</span> {groupOf(path)}
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
        <code dir="ltr" className="min-w-0 grow text-sm wrap-anywhere">
          <Breakable text={path.replace(/:(\w+)/g, '{$1}')} after="/" />
        </code>
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

export function EndpointReply({ name, request: { given, refused } }: Props) {
  const endpoint: Endpoint = ENDPOINTS[name]
  return (
    <>
      <Section title="Response">
        {isList(endpoint) && refused.length === 0 && (
          <div className="mb-3 flex flex-wrap items-center gap-2 text-base">
            One page of a list. All of it as a file:
            <Export path={pathWith(endpoint, given)} />
          </div>
        )}
        <ThreeColumns
          caption="Fields of the response"
          isFurther
          rows={fieldsOf(endpoint.reply)}
          keyOf={({ path }) => path.join('.')}
          columns={{
            Field: ({ path }) => (
              <code className={`block ${INDENTS[path.length - 1] ?? 'ps-20'}`}>
                <Breakable text={path.at(-1) ?? ''} after="_" />
              </code>
            ),
            Type: ({ type }) => <span className="text-muted">{type}</span>,
            Meaning: ({ description }) => description,
          }}
        />
      </Section>
      <Section title="Errors">
        <ThreeColumns
          caption="Errors"
          isFurther
          rows={problemsOf(endpoint).map((problem) => PROBLEMS[problem])}
          keyOf={({ error }) => error}
          columns={{
            Status: ({ status }) => <code>{status}</code>,
            Error: ({ error }) => error,
            Meaning: ({ meaning }) => meaning,
          }}
        />
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

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6">
      <h2 className="mb-2 text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

type TableProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'columns'> & {
  columns: Record<string, (row: Row) => ReactNode>
}

/** A table of three columns; on phones, the first two are a line, and the third is below them. */
function ThreeColumns<Row>({ columns, ...table }: TableProps<Row>) {
  return (
    <DataTable
      {...table}
      columns={Object.entries(columns).map(([heading, cell], index) => ({
        heading,
        cell,
        ...(PLACES[index] ?? MEANING),
      }))}
    />
  )
}

const PLACES = [
  { area: 'name', className: 'py-2 align-top whitespace-normal!' },
  { area: 'aside', label: '', className: 'min-w-28 py-2 align-top whitespace-normal!' },
] as const

const MEANING = {
  area: 'line',
  label: '',
  className: 'min-w-40 py-2 align-top whitespace-normal! text-muted',
} as const

function ParameterForm({ name, request: { given, refused } }: Props) {
  const endpoint: Endpoint = ENDPOINTS[name]
  const panel = useSearchParams()[0].get('panel')
  const refusals = new Map(refused.map(({ name, accepted }) => [name, accepted]))
  return (
    <GetForm action="/api" hash="#example">
      <input type="hidden" name="endpoint" value={name} />
      {panel !== null && <input type="hidden" name="panel" value={panel} />}
      <div className="min-w-0 grow">
        <ThreeColumns
          caption="Parameters"
          rows={Object.entries(endpoint.parameters)}
          keyOf={([parameter]) => parameter}
          columns={{
            Name: ([parameter, schema]) => (
              <label
                htmlFor={`parameter-${parameter}`}
                className="flex min-h-8 flex-wrap items-center gap-x-2"
              >
                <code>
                  <Breakable text={parameter} after="_" />
                </code>
                {isRequired(schema) && <span className="text-xs text-muted">required</span>}
              </label>
            ),
            Value: ([parameter, schema]) => (
              <Field
                name={parameter}
                schema={schema}
                value={given[parameter] ?? ''}
                isRefused={refusals.has(parameter)}
              />
            ),
            Meaning: ([parameter, schema]) =>
              refusals.has(parameter) ? (
                <span id={`refusal-${parameter}`} className="font-medium text-burn">
                  It must be {refusals.get(parameter)}.
                </span>
              ) : (
                String(metadataOf(schema).description ?? '')
              ),
          }}
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
    defaultValue: value,
    className: 'field w-40 font-mono aria-invalid:border-burn',
    'aria-invalid': isRefused || undefined,
    'aria-describedby': isRefused ? `refusal-${name}` : undefined,
  }
  // The key: the field shows the URL's value when that changes.
  if (words === undefined) {
    return <input key={value} {...attributes} autoComplete="off" spellCheck={false} />
  }
  return (
    <select key={value} {...attributes}>
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

const INDENTS = ['', 'ps-4', 'ps-8', 'ps-12', 'ps-16']
