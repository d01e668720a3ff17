import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Head } from '../PageHead.tsx'
import { saveLink, visits } from './savedLinks.ts'

const LOOKED_AT = 1000

/** Remembers a page of some kind as viewed, once it stood for a second with all that it asks for. */
export function useVisit({ kind, title, path, status = 200 }: Head): void {
  const queryClient = useQueryClient()
  // What the reader viewed is remembered by the browser.
  useEffect(() => {
    if (kind === undefined || path === undefined || status >= 400) return
    const timer = setInterval(() => {
      if (queryClient.isFetching() > 0) return
      clearInterval(timer)
      saveLink(visits, { to: path, kind, title: title.slice(0, 200) })
    }, LOOKED_AT)
    return () => clearInterval(timer)
  }, [queryClient, kind, path, title, status])
}
