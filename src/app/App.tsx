import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Pages } from './routes.tsx'
import { Shell } from './shell/Shell.tsx'
import { type Surroundings, SurroundingsContext } from './surroundings.ts'
import { LanguageContext, useBrowserLanguage } from './ui/reader.ts'

type Props = Surroundings & { queryClient: QueryClient }

/** The explorer over one service and one cache, inside a router that holds the address. */
export function App({ queryClient, ...surroundings }: Props) {
  return (
    <SurroundingsContext value={surroundings}>
      <QueryClientProvider client={queryClient}>
        <LanguageContext value={useBrowserLanguage()}>
          <Shell>
            <Pages />
          </Shell>
        </LanguageContext>
      </QueryClientProvider>
    </SurroundingsContext>
  )
}
