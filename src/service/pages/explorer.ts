import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Theme } from '../../contract/theme.ts'

export type { Head } from '../../app/entry.server.tsx'

import {
  type Assets,
  canonicalPath,
  createApi,
  type Head,
  hasPage,
  knownAddress,
  PAGES,
  type RenderedPage as Page,
  pageAt,
  recognise,
  renderPage,
} from '../../app/entry.server.tsx'

export type Fetch = (path: string, init?: RequestInit) => Response | Promise<Response>

/** `responses` are those that the page was made from. */
export type RenderedPage = Page & { responses: Response[] }

export type Explorer = ReturnType<typeof openExplorer>

type ExplorerOptions = {
  /** Requests data from this service. */
  fetch: Fetch
  /** The origin that stands in for `ipfs:`, where one is set. */
  gateway: string | undefined
  /** How long a page waits for its data before it is sent without them. */
  budgetMs?: number | undefined
}

type RenderOptions = {
  /** The address that readers know this service by. */
  origin: string
  theme?: Theme | undefined
  /** Aborts when nobody waits for the page any more. */
  signal: AbortSignal
}

/**
 * The built explorer in `folder`: its files, and its pages rendered from this service's data. The one
 * place where the service knows the explorer.
 */
export function openExplorer(folder: string, options: ExplorerOptions) {
  const { fetch, gateway, budgetMs = 250 } = options
  const assets = readAssets(folder)
  const shared = { gateway, assetsFor: assets.of }

  async function render(address: string, options: RenderOptions): Promise<RenderedPage> {
    const responses: Response[] = []
    const api = createApi('', async (path, init) => {
      const response = await fetch(path, init)
      responses.push(response)
      return response
    })
    const page = await renderPage(address, { ...shared, ...options, api, budget: budgetMs })
    return { ...page, responses }
  }

  return {
    folder,
    /** The style sheet stands in the page; the policy allows this one only. */
    styleHash: `'sha256-${createHash('sha256').update(assets.styles).digest('base64')}'`,
    hasPage,
    pages: PAGES,
    pageAt,
    /** Path and known parameters of an address: the rest selects nothing. */
    knownAddress,
    /** Where an address redirects to; undefined for one that does not. */
    redirect: (pathname: string, search: string, origin: string) =>
      canonicalPath(pathname, search) ?? redirectSearch(pathname, search, origin),
    render,
    /** What the page at an address says of itself before it has read any data. */
    describe: async (address: string, origin: string): Promise<Head> =>
      (await renderPage(address, { ...shared, api: createApi('', fetch), origin, budget: 0 })).head,
  }
}

/** A search for something that has a page goes there. */
function redirectSearch(pathname: string, search: string, origin: string): string | undefined {
  if (pathname !== '/search') return
  return recognise(new URLSearchParams(search).get('q') ?? '', origin)
}

const ManifestEntry = v.object({
  file: v.string(),
  imports: v.optional(v.array(v.string()), []),
  css: v.optional(v.array(v.string()), []),
})
const Manifest = v.record(v.string(), ManifestEntry)

// What starts the explorer, as the page names it.
const ENTRY = 'index.html'

/** What the build wrote down about its files: which of them each page needs. */
function readAssets(folder: string) {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const manifest = v.parse(Manifest, JSON.parse(read('.vite/manifest.json')))
  const sheets = new Set(Object.values(manifest).flatMap(({ css }) => css))
  const styles = [...sheets].map(read).join('').trim()

  /** The keys of what `keys` import, in turn, themselves included; each once. */
  function withImports(keys: string[]): Set<string> {
    const found = new Set(keys)
    for (const key of found) for (const next of manifest[key]?.imports ?? []) found.add(next)
    return found
  }

  const addressOf = (key: string) => `/${manifest[key]?.file}`

  function of(module: string): Assets {
    const needed = withImports([module])
    needed.delete(ENTRY)
    // What all pages share is the largest by far, and comes last in turn: it is asked for first.
    return { script: addressOf(ENTRY), preloads: [...needed].reverse().map(addressOf), styles }
  }

  return { styles, of }
}
