import type { ReactNode } from 'react'
import {
  data,
  type LoaderFunctionArgs,
  redirect,
  useLocation,
  useParams,
  useSearchParams,
} from 'react-router-dom'
import {
  Malformed,
  MalformedIdentifier,
  malformedIdentifierHead,
} from './errors/MalformedIdentifier.tsx'
import type { Head } from './PageHead.tsx'
import { type Load, sourceContext } from './source.ts'

/** What a page may read of its URL. `id` is the identifier in its path, decoded. */
export type PageUrl = { pathname: string; id: string; search: URLSearchParams }

/** What the service needs to know about a page before it loads data. */
export type PageHandle = {
  /** The query parameters that select what the page shows. */
  parameters: readonly string[]
  /** The path of the page's data as JSON. */
  dataPath: (url: PageUrl) => string | undefined
  /** The path to redirect to, if the URL names something with a page of its own. */
  redirectPath?: ((url: PageUrl, origin: string) => string | undefined) | undefined
}

type Options<Page> = Pick<PageHandle, 'parameters' | 'redirectPath'> & {
  /** Reads the URL. The others get the result. */
  read: (url: PageUrl) => Page | Malformed
  /** Loads what the page shows first. Returns its head, with the HTTP status and `Retry-After`. */
  loader: (page: Page, load: Load) => Head | Promise<Head>
  dataPath?: (page: Page) => string | undefined
  Component: (props: { page: Page }) => ReactNode
}

/** Makes the exports of a page's module for React Router. A malformed identifier has a page of its own. */
export function definePage<Page>(options: Options<Page>) {
  const { parameters, read, redirectPath, dataPath, Component: Content } = options

  async function loader({ params: { id = '' }, request, context }: LoaderFunctionArgs) {
    const { origin, load } = context.get(sourceContext)
    const { pathname, searchParams: search } = new URL(request.url)
    const url = { pathname, id, search }
    const target = redirectPath?.(url, origin)
    if (target !== undefined) throw redirect(target)
    const page = read(url)
    const isMalformed = page instanceof Malformed
    return withStatus(
      isMalformed ? malformedIdentifierHead(page.identifier) : await options.loader(page, load),
    )
  }

  /** Another identifier is another page, without the state of the previous one. */
  function Component() {
    const { pathname } = useLocation()
    const { id = '' } = useParams()
    const [search] = useSearchParams()
    const page = read({ pathname, id, search })
    if (page instanceof Malformed) return <MalformedIdentifier {...page.identifier} />
    return <Content key={id} page={page} />
  }

  const handle: PageHandle = {
    parameters,
    redirectPath,
    dataPath(url) {
      const page = read(url)
      return page instanceof Malformed ? undefined : dataPath?.(page)
    },
  }

  return { loader, Component, handle }
}

function withStatus(head: Head) {
  const { status = 200, retryAfter } = head
  const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
  return data(head, { status, headers })
}
