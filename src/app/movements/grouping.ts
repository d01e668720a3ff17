/** The filters of movements that groups do not have. */
const FINER_FILTERS = ['address', 'giver', 'receiver', 'min', 'max', 'text', 'first_tx', 'last_tx']

type Counted = { movements: number; groups?: number | undefined }

/** Whether movements that are alike can stand together: not if there are too many, and not with every filter. */
export function canGroup(search: URLSearchParams, { groups }: Counted): boolean {
  return groups !== undefined && FINER_FILTERS.every((name) => !search.get(name))
}

/**
 * Whether they do: as the URL says, else where it makes the list at least a tenth shorter. A link to one movement and
 * the list of one rune show single ones.
 */
export function isGrouped(search: URLSearchParams, counted: Counted | undefined): boolean {
  if (counted?.groups === undefined || !canGroup(search, counted)) return false
  const choice = search.get('group')
  if (choice === 'on' || choice === 'off') return choice === 'on'
  if (search.has('row') || search.get('rune')) return false
  return counted.groups * 10 <= counted.movements * 9
}
