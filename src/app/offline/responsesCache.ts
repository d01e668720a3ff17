/** The cache in which the service worker keeps the service's responses. */
export const RESPONSES_CACHE = 'responses'
