import { createContext, use } from 'react'
import type { Api } from './api.ts'

/** The values that differ between the browser and server rendering. */
export type AppContextValue = {
  api: Api
  /** The explorer's own origin, `https://host`, for absolute URLs. */
  origin: string
}

export const AppContext = createContext<AppContextValue | undefined>(undefined)

export function useAppContext(): AppContextValue {
  const value = use(AppContext)
  if (value === undefined) throw new Error('useAppContext outside of <Providers>')
  return value
}

/** The client of the service that the explorer reads from. */
export function useApi(): Api {
  return useAppContext().api
}
