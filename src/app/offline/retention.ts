/** The cache in which the service worker stores the service's responses. */
export const RESPONSES_CACHE = 'responses'

/** A page takes three to five. */
export const MAX_RESPONSES = 500
export const MAX_RESPONSE_AGE_SECONDS = 30 * 24 * 60 * 60
