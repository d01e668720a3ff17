import type { QueryKey } from '@tanstack/react-query'

/**
 * For `placeholderData`: while another page of the list `id` loads, or another locale of the token, the
 * previous one stays. `id` is the second part of the query key, so that rows of one list never appear
 * under the heading of another.
 */
export function keepPreviousDataOf(id: string) {
  return <Data>(
    previous: Data | undefined,
    previousQuery: { queryKey: QueryKey } | undefined,
  ): Data | undefined => (previousQuery?.queryKey[1] === id ? previous : undefined)
}
