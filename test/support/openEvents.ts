import { onTestFinished } from 'vitest'
import { EVENTS_PATH } from '../../src/contract/endpoints.ts'

/** Opens a stream of events. `next` resolves to the next one; undefined once the stream has ended. */
export async function openEvents(origin: string, init: RequestInit = {}) {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const response = await fetch(origin + EVENTS_PATH, { ...init, signal: controller.signal })
  const events = readEvents(response)
  const next = async () => (await events.next()).value
  /** The next one of a type. */
  async function nextOf(type: 'tip' | 'ping' | 'tokens') {
    for (;;) {
      const event = await next()
      if (event === undefined || event.event === type) return event
    }
  }
  return {
    response,
    close: () => controller.abort(),
    next,
    nextOf,
    nextTip: () => nextOf('tip'),
  }
}

async function* readEvents({ body }: Response) {
  let text = ''
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk
    const complete = text.split('\n\n')
    text = complete.pop() ?? ''
    for (const event of complete) {
      const fields = event.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2))
      yield Object.fromEntries(fields)
    }
  }
}
