import type { MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import { READ_AT } from '../../contract/readAt.ts'

/**
 * Hono's security headers with a strict policy. HSTS is for the proxy that terminates TLS.
 * @param styleHash the hash of the style sheet inside pages.
 */
export function securityHeaders(styleHash?: string): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: styleHash === undefined ? ["'self'"] : ["'self'", styleHash],
      connectSrc: ["'self'"],
      // Token images come from anywhere; they load only once the reader agrees.
      imgSrc: ["'self'", 'data:', 'https:'],
      manifestSrc: ["'self'"],
      workerSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      // The one policy, which lets the explorer register its own service worker.
      trustedTypes: ['cairn'],
    },
    // Pages of other origins use the API.
    crossOriginResourcePolicy: 'cross-origin',
    strictTransportSecurity: false,
  })
}

/** Response headers that pages of any origin may read. */
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
