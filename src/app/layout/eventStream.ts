import * as v from 'valibot'

/** An event of the service: its type, and its data as text. */
export type ServiceEvent = v.InferOutput<typeof ServiceEvent>
const ServiceEvent = v.object({ type: v.string(), data: v.string() })

type Listener = (event: ServiceEvent) => void
type Stream = { url: string; types: readonly string[] }

/**
 * Listens to the events of the service until the returned function is called. The tabs of a browser share one
 * stream, because browsers open at most six connections to a host over HTTP/1.1, and each stream takes one.
 */
export function followEvents(stream: Stream, onEvent: Listener): () => void {
  // Browsers have locks only on HTTPS and on this machine.
  return 'locks' in navigator ? shareStream(stream, onEvent) : openStream(stream, onEvent)
}

/** What a tab sends that wants to know the latest events. */
const JOIN = 'join'

/** The tab that holds the lock has the stream, and tells the others. When it leaves, another one gets the lock. */
function shareStream(stream: Stream, onEvent: Listener): () => void {
  const name = `events of ${stream.url}`
  const channel = new BroadcastChannel(name)
  const leaving = new AbortController()
  const { signal } = leaving
  const left = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  const latest = new Map<string, ServiceEvent>()
  let close = () => {}

  channel.addEventListener('message', ({ data }) => {
    const event = v.safeParse(ServiceEvent, data)
    if (event.success) onEvent(event.output)
    if (data === JOIN) for (const known of latest.values()) channel.postMessage(known)
  })
  channel.postMessage(JOIN)

  function hold(): Promise<void> {
    if (signal.aborted) return left
    close = openStream(stream, (event) => {
      latest.set(event.type, event)
      channel.postMessage(event)
      onEvent(event)
    })
    return left
  }

  navigator.locks.request(name, { signal }, hold).catch(() => {
    // The tab has left, or the browser denies locks, as some do without cookies.
    if (!signal.aborted) close = openStream(stream, onEvent)
  })
  return () => {
    close()
    channel.close()
    leaving.abort()
  }
}

const REOPEN_MS = 30_000

function openStream({ url, types }: Stream, onEvent: Listener): () => void {
  let source = open()
  // Browsers give up after an error response, such as that of a proxy while the service restarts.
  const timer = setInterval(() => {
    if (source.readyState === EventSource.CLOSED) source = open()
  }, REOPEN_MS)

  function open(): EventSource {
    const opened = new EventSource(url)
    for (const type of types) {
      opened.addEventListener(type, ({ data }: MessageEvent<string>) => onEvent({ type, data }))
    }
    return opened
  }

  return () => {
    clearInterval(timer)
    source.close()
  }
}
