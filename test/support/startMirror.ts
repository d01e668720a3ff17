import type { Handler } from '../../src/service/answers.ts'
import type { UpstreamOptions } from '../../src/service/upstream/readThrough.ts'
import { emptyDatabase } from './ownDatabase.ts'
import {
  createTestService,
  listen,
  listenUntilStopped,
  type TestServiceOptions,
} from './startService.ts'

/** The real service with all that the snapshot has, which can be told to answer otherwise. */
export async function startSource(options: TestServiceOptions = {}) {
  const real = createTestService({ pages: 'made here', ...options })
  const requests: string[] = []
  let answer: Handler = real.fetch
  const { origin, stop } = await listenUntilStopped((request) => {
    const { pathname, search } = new URL(request.url)
    requests.push(pathname + search)
    return answer(request)
  })
  return {
    origin,
    stop,
    /** The paths it was asked for. */
    requests,
    /** Answers so from now on; without an argument as the real service does. */
    answerWith: (other: Handler = real.fetch) => {
      answer = other
    },
  }
}

/** The real service with nothing of its own, which reads from the one at `url`; the test moves its clocks. */
export async function startMirror(
  url: string,
  {
    upstream,
    ...options
  }: Omit<TestServiceOptions, 'upstream'> & { upstream?: Partial<UpstreamOptions> } = {},
) {
  const start = 1000
  let [passed, set] = [0, 0]
  const origin = await listen(
    createTestService({
      pages: 'made here',
      ...options,
      databaseUrl: options.databaseUrl ?? (await emptyDatabase()),
      upstream: {
        tokensUrl: url,
        runesUrl: url,
        timeout: 10,
        maxAge: 300,
        clock: () => Date.now() + passed + set,
        // Passes for the test alone: a busy machine ends no pause.
        monotonicClock: () => start + passed,
        ...upstream,
      },
    }).fetch,
  )
  return {
    origin,
    letPass: (seconds: number) => {
      passed += seconds * 1000
    },
    /** Sets the clock of the day alone, forward or back. */
    setClock: (seconds: number) => {
      set += seconds * 1000
    },
  }
}
