import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import {
  type Assets,
  canonicalPath,
  createApi,
  knownAddress,
  matchPage,
  PAGE_PATHS,
  type RenderedPage as Page,
  renderPage,
} from '../../app/entry.server.tsx'
import type { Theme } from '../../contract/theme.ts'

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

  async function render(address: string, options: RenderOptions): Promise<RenderedPage> {
    const responses: Response[] = []
    const api = createApi('', async (path, init) => {
      const response = await fetch(path, init)
      responses.push(response)
      return response
    })
    const page = await renderPage(address, { ...options, gateway, assets, api, budgetMs })
    return { ...page, responses }
  }

  return {
    folder,
    /** The style sheet stands in the page; the policy allows this one only. */
    styleHash: `'sha256-${createHash('sha256').update(assets.styles).digest('base64')}'`,
    paths: PAGE_PATHS,
    matchPage,
    knownAddress,
    canonicalPath,
    render,
    /** Where the page at an address redirects to; undefined for one that does not. */
    redirectPath(address: string, origin: string): string | undefined {
      const { pathname, searchParams } = new URL(`http://localhost${address}`)
      return matchPage(pathname).handle?.redirectPath?.(searchParams, origin)
    },
    /** Where the data of the page at an address are as JSON. */
    dataPath(address: string): string | undefined {
      const { pathname, searchParams } = new URL(`http://localhost${address}`)
      const { id, handle } = matchPage(pathname)
      return handle?.dataPath?.(id, searchParams)
    },
  }
}

const ManifestEntry = v.object({
  file: v.string(),
  imports: v.optional(v.array(v.string()), []),
  css: v.optional(v.array(v.string()), []),
})
const Manifest = v.record(v.string(), ManifestEntry)

/** What the build wrote down about its files. */
function readAssets(folder: string): Assets {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const manifest = v.parse(Manifest, JSON.parse(read('.vite/manifest.json')))
  const sheets = new Set(Object.values(manifest).flatMap(({ css }) => css))
  const addressOf = (key: string) => `/${manifest[key]?.file}`
  return {
    script: addressOf(ENTRY),
    imports: (manifest[ENTRY]?.imports ?? []).map(addressOf),
    styles: [...sheets].map(read).join('').trim(),
  }
}

const ENTRY = 'index.html'
