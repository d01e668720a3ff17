import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import type { Theme } from '../contract/theme.ts'

export type { Head } from '../app/render.tsx'

import {
  type Assets,
  canonicalPath,
  createApi,
  type Head,
  hasPage,
  PAGES,
  type RenderedPage as Page,
  recognise,
  renderPage,
} from '../app/render.tsx'

export type Ask = (path: string, init: RequestInit) => Response | Promise<Response>

/** `cacheStatus` is that of an answer in it that came from another service, which ages. */
export type RenderedPage = Page & { cacheStatus: string | undefined }

export type Explorer = ReturnType<typeof openExplorer>

type ExplorerOptions = {
  ask: Ask
  /** The origin that stands in for `ipfs:`, where one is set. */
  gateway: string | undefined
  /** Milliseconds that a page's data may take before the page goes out without them. */
  budget?: number | undefined
}

/**
 * The built explorer in `folder`: the files it needs, and its pages rendered from what `ask` answers.
 * This is the one place where the service knows the explorer.
 */
export function openExplorer(folder: string, { ask, gateway, budget = 250 }: ExplorerOptions) {
  const assets = readAssets(folder)
  const shared = { gateway, assetsFor: assets.of }

  async function render(address: string, origin: string, theme?: Theme): Promise<RenderedPage> {
    let cacheStatus: string | undefined
    const api = createApi('', async (path, init) => {
      const response = await ask(path, init)
      cacheStatus ??= response.headers.get('Cache-Status') ?? undefined
      return response
    })
    const page = await renderPage(address, { ...shared, api, origin, theme, budget })
    return { ...page, cacheStatus }
  }

  return {
    folder,
    /** For the policy: the style sheet stands in the page, and only this one may. */
    styleHash: `'sha256-${createHash('sha256').update(assets.styles).digest('base64')}'`,
    hasPage,
    /** The patterns of the pages' paths. */
    pages: PAGES.map(({ path }) => path),
    /** Where an address leads that is not the one form of its page; undefined for one that is. */
    redirect: (pathname: string, search: string, origin: string) =>
      canonicalPath(pathname, search) ?? redirectSearch(pathname, search, origin),
    render,
    /** What the page at an address says of itself before it read anything. */
    describe: async (address: string, origin: string): Promise<Head> =>
      (await renderPage(address, { ...shared, api: createApi('', ask), origin, budget: 0 })).head,
  }
}

/** A search for what has an address goes there. */
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
