import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AppContext, type AppContextValue } from './appContext.ts'
import { LanguageContext, useBrowserLanguage } from './ui/reader.ts'
import { GatewayContext } from './ui/safeUrl.ts'

type Props = AppContextValue & {
  queryClient: QueryClient
  /** The origin that stands in for `ipfs:`; undefined follows no such address. */
  gateway: string | undefined
  /** The router. */
  children: ReactNode
}

/** What every page reads from: one service, one query cache, the reader's language. */
export function App({ queryClient, gateway, children, ...context }: Props) {
  return (
    <AppContext value={context}>
      <QueryClientProvider client={queryClient}>
        <GatewayContext value={gateway}>
          <LanguageContext value={useBrowserLanguage()}>{children}</LanguageContext>
        </GatewayContext>
      </QueryClientProvider>
    </AppContext>
  )
}
