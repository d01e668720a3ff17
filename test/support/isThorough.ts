import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    thoroughness: 'quick' | 'thorough'
  }
}

/** Whether to try everything, as `npm run test:slow` does, or a part of it, as `npm test`. */
export function isThorough(): boolean {
  return inject('thoroughness') === 'thorough'
}
