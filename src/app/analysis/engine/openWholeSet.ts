import { type Endpoint, expose, proxy, type Remote, releaseProxy, wrap } from 'comlink'
import { trustScript } from '../../trustScript.ts'
import type { Progress } from './reading.ts'
import type { Subject } from './subject.ts'
import type { WholeSet } from './wholeSet.ts'
import workerAddress from './worker.ts?worker&url'

/** A list that is being read, and how to be rid of it. */
export type OpenedSet = { set: Remote<WholeSet>; close: () => void }

/**
 * Opens a list in a worker of its own; where there are no workers, beside the page. Rejects where the
 * worker cannot be started.
 */
export async function openWholeSet(
  subject: Subject,
  service: string,
  onProgress: (progress: Progress) => void,
): Promise<OpenedSet> {
  const { endpoint, end, failed } =
    globalThis.Worker === undefined ? await startHere() : startWorker()
  const set = wrap<WholeSet>(endpoint)
  const opening = set.open(subject, service, proxy(onProgress))
  await (failed === undefined ? opening : Promise.race([opening, failed]))
  return {
    set,
    close() {
      void set.leave()
      set[releaseProxy]()
      end()
    },
  }
}

/** Where a list is read, how that is ended, and a promise that rejects if it cannot begin. */
type Place = { endpoint: Endpoint; end: () => void; failed?: Promise<never> }

function startWorker(): Place {
  const worker = new Worker(trustScript(workerAddress), { type: 'module', name: 'whole list' })
  const failed = new Promise<never>((_, reject) => {
    worker.onerror = () => reject(new Error('What reads the list could not be started.'))
  })
  return { endpoint: worker, end: () => worker.terminate(), failed }
}

async function startHere(): Promise<Place> {
  const { WholeSet } = await import('./wholeSet.ts')
  const { port1, port2 } = new MessageChannel()
  expose(new WholeSet(), port1)
  return { endpoint: port2, end: () => setTimeout(() => port1.close()) }
}
