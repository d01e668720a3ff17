/** The filters of movements that groups do not have. */
export const FINER_FILTERS = [
  'address',
  'giver',
  'receiver',
  'min',
  'max',
  'text',
  'first_tx',
  'last_tx',
  'cenotaphs',
]

type Counted = { movements: number; groups?: number | undefined }

/** Whether movements that are alike can stand together: not if there are too many, and not with every filter. */
export function canGroup(search: URLSearchParams, { groups }: Counted): boolean {
  return groups !== undefined && FINER_FILTERS.every((name) => !search.get(name))
}

/**
 * Whether they do: as the URL says, else where it makes the list at least a tenth shorter. A link to one movement and
 * the list of one rune show single ones. Undefined if only what is counted can tell.
 */
export function isGrouped(
  search: URLSearchParams,
  counted: Counted | undefined,
): boolean | undefined {
  const choice = search.get('group')
  const isSingle = search.has('row') || Boolean(search.get('rune'))
  if (choice === 'off' || (choice !== 'on' && isSingle)) return false
  if (counted === undefined) return
  const { groups, movements } = counted
  if (groups === undefined || !canGroup(search, counted)) return false
  return choice === 'on' || groups * 10 <= movements * 9
}
