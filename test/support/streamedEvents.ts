/** The browser's EventSource, which neither jsdom nor Node has, over `fetch` and without reconnecting. */
export class StreamedEvents extends EventTarget {
  static readonly CLOSED = 2
  readyState = 0
  readonly #controller = new AbortController()

  constructor(url: string) {
    super()
    // It ends when it is closed or the service stops.
    void this.#read(url).catch(() => {
      this.readyState = StreamedEvents.CLOSED
    })
  }

  close(): void {
    this.readyState = StreamedEvents.CLOSED
    this.#controller.abort()
  }

  async #read(url: string): Promise<void> {
    const { body } = await fetch(url, { signal: this.#controller.signal })
    if (body === null) return
    this.readyState = 1
    let text = ''
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const events = (text + chunk).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) this.#dispatch(event)
    }
  }

  #dispatch(event: string): void {
    const fields = new Map(event.split('\n').map(splitField))
    this.dispatchEvent(
      new MessageEvent(fields.get('event') ?? 'message', { data: fields.get('data') }),
    )
  }
}

function splitField(line: string): [string, string] {
  const [name = ''] = line.split(':')
  return [name, line.slice(name.length + 1).trimStart()]
}
