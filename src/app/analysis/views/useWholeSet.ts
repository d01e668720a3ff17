import type { Remote } from 'comlink'
import { startTransition, useEffect, useState } from 'react'
import { useSurroundings } from '../../surroundings.ts'
import { openWholeSet } from '../engine/openWholeSet.ts'
import type { Progress } from '../engine/reading.ts'
import type { Subject } from '../engine/subject.ts'
import type { WholeSet } from '../engine/wholeSet.ts'

/** A whole list as it is being read: what to ask, how far it is, and which list it is of. */
export type ShownSet = { id: string; set: Remote<WholeSet>; progress: Progress }

/** Reads a whole list as long as the page shows it. `failure` says why it cannot be. */
export function useWholeSet(subject: Subject, id: string) {
  const { api, origin } = useSurroundings()
  // A worker knows no page that an address could be relative to.
  const service = new URL(api.baseUrl || '/', origin).href.replace(/\/+$/, '')
  const [opened, setOpened] = useState<Pick<ShownSet, 'id' | 'set'>>()
  const [progress, setProgress] = useState<{ id: string; progress: Progress }>()
  const [failed, setFailed] = useState<{ id: string; failure: unknown }>()

  // The worker that reads is outside React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: subject is new on every render, and its id says which it is.
  useEffect(() => {
    let isLeft = false
    const opening = openWholeSet(subject, service, (progress) => {
      if (!isLeft) startTransition(() => setProgress({ id, progress }))
    })
    opening.then(
      ({ set }) => !isLeft && setOpened({ id, set }),
      (failure) => !isLeft && setFailed({ id, failure }),
    )
    return () => {
      isLeft = true
      opening.then(({ close }) => close()).catch(() => {})
    }
  }, [id, service])

  const isRead = opened?.id === id && progress?.id === id
  return {
    shown: isRead ? { ...opened, progress: progress.progress } : undefined,
    failure: failed?.id === id ? failed.failure : undefined,
  }
}
