import { BLOCK_HEIGHT, CACHE_TAG } from './cacheHeaders.ts'

type Options = {
  /** The hash of the inline style sheet of pages. */
  styleHash?: string | undefined
  /**
   * Whose images pages show. If the service has none of its own, token images may come from any host: the explorer
   * asks the reader before it loads one from a host that the operator does not trust.
   */
  images?: 'own' | 'any'
}

/** The headers that protect readers, on every response. HSTS is for the proxy that terminates TLS. */
export function securityHeaders({ styleHash, images }: Options = {}): Record<string, string> {
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      styleHash === undefined ? "style-src 'self'" : `style-src 'self' ${styleHash}`,
      "connect-src 'self'",
      `img-src 'self' data:${images === 'own' ? '' : ' https:'}`,
      "font-src 'self'",
      "manifest-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      // The only policy. The explorer needs it to register its service worker.
      'trusted-types cairn',
    ].join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Pages of other origins use the API.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  }
}

/** Pages of any origin may read the API, and these headers of its responses. */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': [
    'ETag',
    'Retry-After',
    'RateLimit',
    'RateLimit-Policy',
    'X-Request-Id',
    'Age',
    BLOCK_HEIGHT,
    CACHE_TAG,
  ].join(','),
}
