import { createContext, use } from 'react'
import type { Api } from './api.ts'

/** What a page needs of the place that it is shown in: a browser, or the service that renders it. */
export type Surroundings = {
  api: Api
  /** The explorer's own address, `https://host`, for links that leave it. */
  origin: string
}

export const SurroundingsContext = createContext<Surroundings | undefined>(undefined)

export function useSurroundings(): Surroundings {
  const surroundings = use(SurroundingsContext)
  if (surroundings === undefined) throw new Error('useSurroundings outside of <App>')
  return surroundings
}

/** The service that this explorer talks to. */
export function useApi(): Api {
  return useSurroundings().api
}
