import type { ActivityPage } from '../contract/activity.ts'
import type { Paging } from '../contract/paging.ts'
import { type Answer, RequestError } from './api.ts'

export type AskForPage = (paging: Paging, signal: AbortSignal) => Promise<Answer<ActivityPage>>

/** A page; where a service refuses a large one, the largest that it gives: the retired runes API gave 60. */
export async function readAllowed(
  read: AskForPage,
  { offset, limit }: Paging,
  signal: AbortSignal,
): Promise<Answer<ActivityPage>> {
  try {
    return await read({ offset, limit }, signal)
  } catch (error) {
    const isRefused = error instanceof RequestError && error.kind === 'bad-request'
    const smaller = COMMON_LIMITS.find((common) => common < limit)
    if (!isRefused || smaller === undefined) throw error
    return await read({ offset, limit: smaller }, signal).catch(() => {
      throw error
    })
  }
}

const COMMON_LIMITS = [60, 20]
