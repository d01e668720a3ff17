import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { onTestFinished } from 'vitest'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Collects garbage often until the test ends: a request that is collected forgets its signal. */
export function collectGarbageUntilEnd(): void {
  const collecting = setInterval(collectGarbage, 20)
  onTestFinished(() => clearInterval(collecting))
}
