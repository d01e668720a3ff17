import { createContext, use } from 'react'
import type { Api } from './api.ts'

/** What a page needs of the place that it is shown in: a browser, or the service that renders it. */
export type Surroundings = {
  api: Api
  /** The explorer's own address, `https://host`, for links that leave it. */
  origin: string
  /** Told what the page is, each time it renders. Only the service listens. */
  onHead?: (head: Head) => void
}

/** What a page says of itself to those that do not look at it: crawlers, chats, the tab. */
export type Head = {
  /** Of what kind the thing is: "Block". */
  kind?: string
  title: string
  description?: string
  /** The one address of this page, and where its data are as JSON. */
  path?: string
  answerPath?: string
  /** The status that a service answers the page with, 200 when missing. */
  status?: number
  /** Seconds after which trying again may help. */
  retryAfter?: number | undefined
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
