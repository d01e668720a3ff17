import { createContext, use } from 'react'
import type { Api } from './api.ts'

/** What a page needs of the place that it is shown in: a browser, or the service that renders it. */
export type AppContextValue = {
  api: Api
  /** The explorer's own address, `https://host`, for links that leave it. */
  origin: string
}

export const AppContext = createContext<AppContextValue | undefined>(undefined)

export function useAppContext(): AppContextValue {
  const value = use(AppContext)
  if (value === undefined) throw new Error('useAppContext outside of <App>')
  return value
}

/** The service that this explorer talks to. */
export function useApi(): Api {
  return useAppContext().api
}
