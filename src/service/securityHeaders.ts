import { READ_AT } from '../contract/readAt.ts'

/**
 * The headers that protect readers, on every answer, whoever makes it. Whether this host is only ever
 * reached over TLS is for the proxy in front of it to say.
 * @param styleHash the style sheet that stands in pages, as the policy names it.
 */
export function securityHeaders(styleHash?: string): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      styleHash === undefined ? "style-src 'self'" : `style-src 'self' ${styleHash}`,
      "connect-src 'self'",
      // Pictures of tokens come from anywhere, and are asked for only when the reader agrees.
      "img-src 'self' data: https:",
      "manifest-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      // The one policy lets the explorer register its own service worker, and nothing else.
      'trusted-types cairn',
    ].join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    // The API is there for pages of other origins.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Origin-Agent-Cluster': '?1',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-DNS-Prefetch-Control': 'off',
    'X-Download-Options': 'noopen',
    'X-Frame-Options': 'SAMEORIGIN',
    'X-Permitted-Cross-Domain-Policies': 'none',
    'X-XSS-Protection': '0',
  }
}

/** What pages of any origin may read of an answer beside its body. */
export const EXPOSED_HEADERS = [
  'ETag',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'Age',
  'Cache-Status',
  READ_AT,
]
