/// <reference lib="webworker" />
import * as v from 'valibot'
import { clientsClaim } from 'workbox-core'
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { UNFINISHED } from '../../contract/directory.ts'
import { findKept, keepAnswer, makePlace } from './keptAnswers.ts'
import { Message } from './message.ts'

declare const self: ServiceWorkerGlobalScope
/** The files of the explorer, put here by the build. */
declare const EXPLORER_FILES: PrecacheEntry[]

/** Milliseconds that the network may take before what is on the device is the better answer. */
const PATIENCE = { page: 4000, answer: 8000 }

const service = new URL(import.meta.env.VITE_API_BASE_URL || '/', self.location.origin).href
const ANSWERS = ['metadata/v1/', 'runes/v1/', 'explorer/v1/'].map(
  (path) => `${service.replace(/\/*$/, '/')}${path}`,
)

// The explorer's files, of one build together. Pages are no files: `/` is asked of the network.
precacheAndRoute(EXPLORER_FILES, { directoryIndex: '', cleanURLs: false })
registerRoute(({ url }) => isAnswer(url.href), bringAnswer)
registerRoute(
  new NavigationRoute(bringPage, { denylist: [/^\/[^/]*\.[^/]*$/, /^\/(assets|sitemaps)\//] }),
)

// The first worker serves the page that installed it; a later one waits until the reader agrees.
clientsClaim()
self.addEventListener('install', (event) => event.waitUntil(makePlace()))
self.addEventListener('activate', (event) =>
  // A page is asked for while the worker still starts.
  event.waitUntil(self.registration.navigationPreload?.enable()),
)
self.addEventListener('message', (event) => {
  const { success, output } = v.safeParse(Message, event.data)
  if (!success) return
  if (output.type === 'take over') event.waitUntil(self.skipWaiting())
  else event.waitUntil(keepAll(output.answers))
})

type Asked = { request: Request; event: ExtendableEvent }

/** An answer from the network; where that fails or its service does, the one that was kept. */
function bringAnswer({ request, event }: Asked): Promise<Response> {
  // A list that is read as a whole is kept as a whole, by who reads it.
  if (request.cache === 'no-store') return fetch(request)
  const network = reach(request, event)
  event.waitUntil(network.then((reply) => keepReply(request.url, reply)).catch(ignore))
  return networkOr(() => findKept(request.url), network, PATIENCE.answer)
}

/** A page from the network; where that fails, the shell, which shows it from what was kept. */
function bringPage({ request, event }: Asked): Promise<Response> {
  const network = reach(request, event)
  event.waitUntil(network.catch(ignore))
  return networkOr(() => matchPrecache('/index.html'), network, PATIENCE.page)
}

async function reach(request: Request, event: ExtendableEvent): Promise<Response> {
  const preloaded = event instanceof FetchEvent ? await event.preloadResponse : undefined
  // Going back, a browser takes pages from its own cache, however old: they would pass for read now.
  if (request.cache === 'force-cache') return fetch(request, { cache: 'no-cache' })
  return preloaded ?? fetch(request)
}

async function networkOr(
  findHere: () => Promise<Response | undefined>,
  network: Promise<Response>,
  patience: number,
): Promise<Response> {
  const reply = await within(patience, network)
  if (reply !== undefined && reply.status < 500) return reply
  return (await findHere()) ?? reply ?? network
}

async function keepReply(url: string, reply: Response): Promise<void> {
  if (reply.status !== 200 || !/\bjson\b/.test(reply.headers.get('Content-Type') ?? '')) return
  await keepAnswer(url, await reply.clone().text(), Date.now())
}

async function keepAll(answers: { url: string; text: string; readAt: number }[]): Promise<void> {
  for (const { url, text, readAt } of answers) {
    const { href } = new URL(url, self.location.origin)
    if (isAnswer(href)) await keepAnswer(href, text, readAt)
  }
}

function isAnswer(href: string): boolean {
  if (href.endsWith(UNFINISHED)) return false
  return ANSWERS.some((prefix) => href.startsWith(prefix))
}

/** What the promise brings in time, or undefined. */
function within<Value>(milliseconds: number, promise: Promise<Value>): Promise<Value | undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds, undefined)
    promise.then(resolve, () => resolve(undefined))
  })
}

/** A failure of the network is told to the page by the answer it gets. */
function ignore(): void {}
