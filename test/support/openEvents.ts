import { onTestFinished } from 'vitest'
import { EVENTS_PATH } from '../../src/contract/endpoints.ts'

/** Opens a stream of events. `next` resolves to the next one; undefined once the stream has ended. */
export async function openEvents(origin: string, init: RequestInit = {}) {
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const response = await fetch(origin + EVENTS_PATH, { ...init, signal: controller.signal })
  const events = readEvents(response)
  const next = async () => (await events.next()).value
  return {
    response,
    close: () => controller.abort(),
    next,
    async nextTip() {
      for (;;) {
        const event = await next()
        if (event?.event !== 'ping') return event
      }
    },
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
