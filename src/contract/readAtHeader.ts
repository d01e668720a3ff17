/**
 * The header of a stale response that could not be refreshed: when it was read from its source, in
 * Unix milliseconds, 0 if unknown. Set by the service worker, and by a service that reads from another one.
 */
export const READ_AT = 'X-Cairn-Read-At'
