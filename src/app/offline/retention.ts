/** The cache in which the service worker stores the service's responses. */
export const RESPONSES_CACHE = 'responses'

/** A list of 20,000 records takes 20 responses, or 334 from a service that allows 60 records a page. */
export const MAX_RESPONSES = 500
export const MAX_RESPONSE_AGE_SECONDS = 30 * 24 * 60 * 60
