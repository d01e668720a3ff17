import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FollowLinks } from './FollowLinks.tsx'
import { Shell } from './layout/Shell.tsx'
import { Pages } from './routes.tsx'
import { type Surroundings, SurroundingsContext } from './surroundings.ts'
import { GatewayContext } from './ui/gateway.ts'
import { LanguageContext, useBrowserLanguage } from './ui/reader.ts'

type Props = Surroundings & {
  queryClient: QueryClient
  /** The origin that stands in for `ipfs:`; undefined follows no such address. */
  gateway: string | undefined
}

/** The explorer over one service and one cache, inside a router that holds the address. */
export function App({ queryClient, gateway, ...surroundings }: Props) {
  return (
    <SurroundingsContext value={surroundings}>
      <QueryClientProvider client={queryClient}>
        <GatewayContext value={gateway}>
          <InOwnLanguage>
            <FollowLinks />
            <Shell>
              <Pages />
            </Shell>
          </InOwnLanguage>
        </GatewayContext>
      </QueryClientProvider>
    </SurroundingsContext>
  )
}

/** Alone changes when the language does: what is around it stays as it is. */
function InOwnLanguage({ children }: { children: ReactNode }) {
  return <LanguageContext value={useBrowserLanguage()}>{children}</LanguageContext>
}
