/** A range of a list: at most `limit` records after the first `offset`. */
export type Paging = { offset: number; limit: number }

/** The values that the service uses for missing parameters. */
export const DEFAULT_PAGING: Paging = { offset: 0, limit: 20 }
export const MAX_LIMIT = 1000
