import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AppContext, type AppContextValue } from './appContext.ts'
import { TrustedImageHostsContext } from './ui/allowedImageHosts.ts'
import { LanguageContext, useBrowserLanguage } from './ui/language.ts'
import { GatewayContext } from './ui/safeUrl.ts'

type Props = AppContextValue & {
  queryClient: QueryClient
  gateway: string | undefined
  imageHosts: string[]
  /** The router. */
  children: ReactNode
}

/** The contexts of every page: the service, the query cache, the settings for images, the language. */
export function Providers({ queryClient, gateway, imageHosts, children, ...context }: Props) {
  return (
    <AppContext value={context}>
      <QueryClientProvider client={queryClient}>
        <GatewayContext value={gateway}>
          <TrustedImageHostsContext value={imageHosts}>
            <LanguageContext value={useBrowserLanguage()}>{children}</LanguageContext>
          </TrustedImageHostsContext>
        </GatewayContext>
      </QueryClientProvider>
    </AppContext>
  )
}
