import { createContext, use } from 'react'

/** The values that differ between the browser and server rendering. */
export type AppContextValue = {
  /** The URL of the service that the explorer reads from; '' is the page's own origin. */
  baseUrl: string
  origin: string
  /** What the reader sent with the form of the page. */
  formText?: string | undefined
}

export const AppContext = createContext<AppContextValue | undefined>(undefined)

export function useAppContext(): AppContextValue {
  const value = use(AppContext)
  if (value === undefined) throw new Error('useAppContext outside of <Providers>')
  return value
}
