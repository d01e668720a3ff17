import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { saveLink, visits } from './savedLinks.ts'

const MIN_VIEW_MS = 1000

type Page = { kind?: string; title: string; path?: string; status?: number }

export function useRecordVisit({ kind, title, path, status = 200 }: Page): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (kind === undefined || path === undefined || status >= 400) return
    const timer = setInterval(() => {
      if (queryClient.isFetching() > 0) return
      clearInterval(timer)
      saveLink(visits, { to: path, kind, title: title.slice(0, 200) })
    }, MIN_VIEW_MS)
    return () => clearInterval(timer)
  }, [queryClient, kind, path, title, status])
}
