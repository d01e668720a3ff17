import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ownImagePath } from '../contract/imagePaths.ts'
import { AppContext, type AppContextValue } from './appContext.ts'
import { ImagesContext } from './ui/allowedImageHosts.ts'
import { LanguageContext, useBrowserLanguage } from './ui/language.ts'
import { GatewayContext } from './ui/safeUrl.ts'

type Props = AppContextValue & {
  queryClient: QueryClient
  gateway: string | undefined
  /** Undefined if the service has images itself: then no others load. */
  imageHosts: string[] | undefined
  /** The router. */
  children: ReactNode
}

/** The contexts of every page: the service, the query cache, the settings for images, the language. */
export function Providers({ queryClient, gateway, imageHosts, children, ...context }: Props) {
  const ownUrl = (address: string) => {
    const path = ownImagePath(address)
    return path && context.baseUrl + path
  }
  return (
    <AppContext value={context}>
      <QueryClientProvider client={queryClient}>
        <GatewayContext value={gateway}>
          <ImagesContext value={{ trustedHosts: imageHosts, ownUrl }}>
            <LanguageContext value={useBrowserLanguage()}>{children}</LanguageContext>
          </ImagesContext>
        </GatewayContext>
      </QueryClientProvider>
    </AppContext>
  )
}
