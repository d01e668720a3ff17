import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hono } from 'hono'
import * as v from 'valibot'
import {
  type Assets,
  canonicalPath,
  createApi,
  knownAddress,
  matchPage,
  PAGE_PATHS,
  type PageRedirect,
  type RenderedPage,
  renderPage,
  type Theme,
  themeIn,
} from '../../app/entry.server.tsx'
import { DECODE, ENDPOINTS } from '../../contract/endpoints.ts'
import { CACHE_TAG } from '../http/cacheHeaders.ts'
import type { ServiceParts } from '../service.ts'

/** `responses`: the data that the page was rendered from. */
export type PageWithData = RenderedPage & { responses: Response[] }

export type Explorer = NonNullable<ReturnType<typeof openExplorer>>

/** How long rendering a page waits for its data. */
const PAGE_BUDGET_MS = 250

type RenderOptions = {
  /** The public origin of the service. */
  origin: string
  theme?: Theme | undefined
  /** Aborts when no client waits for the page any more. */
  signal: AbortSignal
  /** What was sent with the form of the page: a raw transaction in hex. */
  body?: string | undefined
}

const ABOUT = ENDPOINTS.about.path

function showsAbout(address: string): boolean {
  return /^\/about(?=[?/]|$)/.test(address)
}

/** All pages read `about` for their frame, but only one shows its figures of tokens, which change all the time. */
function withoutTokens({ headers }: Response): Response {
  const tags = headers.get(CACHE_TAG)?.split(', ')
  if (tags === undefined) return new Response(null)
  const others = tags.filter((tag) => tag !== 'tokens')
  return new Response(null, { headers: { [CACHE_TAG]: others.join(', ') } })
}

/**
 * The built explorer, if there is one: its files, and its pages rendered from this service's data. No other
 * module of the service imports the explorer.
 */
export function openExplorer(
  { explorerFolder: folder, settings, hasOwnImages, pageBudgetMs }: ServiceParts,
  data: Hono,
) {
  if (folder === undefined) return
  const assets = readAssets(folder)
  const options = {
    gateway: settings.IPFS_GATEWAY,
    imageHosts: hasOwnImages ? undefined : settings.IMAGE_HOSTS,
    budgetMs: pageBudgetMs ?? PAGE_BUDGET_MS,
  }

  async function render(
    address: string,
    { body, ...request }: RenderOptions,
  ): Promise<PageWithData | PageRedirect> {
    const responses: Response[] = []
    const api = createApi('', async (path, init) => {
      const isForm = body !== undefined && path === DECODE.path
      const response = await data.request(path, isForm ? { method: 'POST', body } : init)
      responses.push(path === ABOUT && !showsAbout(address) ? withoutTokens(response) : response)
      return response
    })
    const page = await renderPage(address, { ...request, ...options, assets, api, formText: body })
    return 'location' in page ? page : { ...page, responses }
  }

  return {
    folder,
    /** The inline style sheet of pages. */
    styles: assets.styles,
    /** Its hash, for the Content-Security-Policy. */
    styleHash: `'sha256-${createHash('sha256').update(assets.styles).digest('base64')}'`,
    paths: PAGE_PATHS,
    matchPage,
    knownAddress,
    canonicalPath,
    themeIn,
    render,
  }
}

const ManifestEntry = v.object({
  file: v.string(),
  name: v.optional(v.string()),
  imports: v.optional(v.array(v.string()), []),
  css: v.optional(v.array(v.string()), []),
  assets: v.optional(v.array(v.string()), []),
})
const Manifest = v.record(v.string(), ManifestEntry)
type Manifest = v.InferOutput<typeof Manifest>

/** Reads the build's manifest and style sheets. */
function readAssets(folder: string): Assets {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8')
  const manifest = v.parse(Manifest, JSON.parse(read('.vite/manifest.json')))
  const sheets = new Set(Object.values(manifest).flatMap(({ css }) => css))
  const keys = new Map(Object.entries(manifest).map(([key, { name }]) => [name, key]))
  return {
    script: `/${manifest[ENTRY]?.file}`,
    styles: [...sheets].map(read).join('').trim(),
    fonts: (manifest[ENTRY]?.assets ?? []).map((file) => `/${file}`),
    modulesOf(page) {
      const needed = addImports(manifest, keys.get(page), addImports(manifest, ENTRY))
      return [...needed].filter((key) => key !== ENTRY).map((key) => `/${manifest[key]?.file}`)
    },
  }
}

const ENTRY = 'index.html'

/** Adds an entry of the manifest and all that it imports, directly or not. */
function addImports(
  manifest: Manifest,
  key: string | undefined,
  found = new Set<string>(),
): Set<string> {
  if (key === undefined || found.has(key)) return found
  found.add(key)
  for (const imported of manifest[key]?.imports ?? []) addImports(manifest, imported, found)
  return found
}
