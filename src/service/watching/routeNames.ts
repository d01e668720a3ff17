import { TrieRouter } from 'hono/router/trie-router'

/**
 * Names the route of a path by its pattern, such as `/block/:id`, so that what is counted by route has
 * few names; what no pattern fits is `other`.
 */
export function createRouteNames(patterns: string[]): (path: string) => string {
  const router = new TrieRouter<string>()
  for (const pattern of new Set(patterns)) router.add('GET', pattern, pattern)
  return (path) => router.match('GET', path)[0][0]?.[0] ?? 'other'
}
