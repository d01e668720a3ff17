/**
 * The header of an answer that is no longer fresh, and could not be read again: when it was read, in
 * unix milliseconds. The service worker puts it there, and a service that reads through to another.
 */
export const READ_AT = 'X-Cairn-Read-At'
