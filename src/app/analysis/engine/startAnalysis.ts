import { type Endpoint, expose, proxy, type Remote, releaseProxy, wrap } from 'comlink'
import { trustedScriptUrl } from '../../trustedScriptUrl.ts'
import type { Analysis } from './analysis.ts'
import type { Progress } from './listReader.ts'
import type { Subject } from './subject.ts'
import workerAddress from './worker.ts?worker&url'

/** Called during the analysis. */
type Listeners = { onProgress: (progress: Progress) => void; onError: (error: Error) => void }

/**
 * Analyses a list in a worker, or in the page if workers are not available.
 * @param service the service's absolute URL; a worker cannot resolve URLs relative to the page.
 */
export function startAnalysis(
  subject: Subject,
  service: string,
  { onProgress, onError }: Listeners,
): { analysis: Remote<Analysis>; stop: () => void } {
  const { endpoint, close } = globalThis.Worker === undefined ? startInPage() : startWorker(onError)
  const analysis = wrap<Analysis>(endpoint)
  analysis.start(subject, service, proxy(onProgress)).catch(onError)
  return {
    analysis,
    stop() {
      void analysis.pause()
      analysis[releaseProxy]()
      close()
    },
  }
}

type Connection = { endpoint: Endpoint; close: () => void }

function startWorker(onError: Listeners['onError']): Connection {
  const worker = new Worker(trustedScriptUrl(workerAddress), { type: 'module', name: 'analysis' })
  worker.onerror = () => onError(new Error('The worker could not be started.'))
  return { endpoint: worker, close: () => worker.terminate() }
}

function startInPage(): Connection {
  const { port1, port2 } = new MessageChannel()
  void import('./analysis.ts').then(({ Analysis }) => expose(new Analysis(), port1))
  // Delivers the last message before closing.
  return { endpoint: port2, close: () => setTimeout(() => port1.close()) }
}
