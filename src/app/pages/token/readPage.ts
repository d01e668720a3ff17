import { parsePrincipal } from '../../../contract/identifiers.ts'
import { endpointQuery } from '../../query.ts'
import { DEFAULT_LOCALE } from './LocaleMenu.tsx'

/** What the URL of a token's page says. */
export type Page = NonNullable<ReturnType<typeof readPage>>

export function readPage(id: string, search: URLSearchParams) {
  const parsed = parsePrincipal(id)
  if (parsed === undefined) return
  const { text: principal, address, contractName } = parsed
  const [locale, compare] = ['locale', 'compare'].map((name) => search.get(name)?.trim())
  return {
    principal,
    address,
    contractName,
    locale: locale || undefined,
    isComparison: Boolean(compare),
    compare: compare === DEFAULT_LOCALE ? undefined : compare || undefined,
  }
}

export function tokenQuery({ principal }: Page, locale: string | undefined) {
  return endpointQuery('token', { principal, locale })
}

export function lookAlikesQuery({ principal }: Page) {
  return endpointQuery('lookAlikes', { principal })
}
