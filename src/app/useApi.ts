import { createContext, use } from 'react'
import type { Api } from './api.ts'

export const ApiContext = createContext<Api | undefined>(undefined)

/** The service that this explorer talks to. */
export function useApi(): Api {
  const api = use(ApiContext)
  if (api === undefined) throw new Error('useApi outside of <App>')
  return api
}
