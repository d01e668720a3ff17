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

/** Those of the movements of one group, or of an address in the treemap. */
const OF_ONE_GROUP = ['giver', 'receiver', 'min', 'max']

/** Changes the URL of one group to that of all of them. */
export const ALL_GROUPS = Object.fromEntries(
  ['group', 'type', 'rune', ...OF_ONE_GROUP].map((name) => [name, undefined]),
)

/** Whether the list has the movements of one group. */
export function isOneGroup(search: URLSearchParams): boolean {
  const isOfGroup = search.get('group') === 'off' && Boolean(search.get('rune'))
  const others = FINER_FILTERS.filter((name) => !OF_ONE_GROUP.includes(name))
  const isOneAmount = search.get('min') === search.get('max')
  return isOfGroup && isOneAmount && others.every((name) => !search.get(name))
}

type Counted = { movements: number; groups?: number | undefined }

/** Whether movements that are alike can stand together: not if there are too many, and not with every filter. */
export function canGroup(search: URLSearchParams, { groups }: Counted): boolean {
  if (groups === undefined) return false
  return isOneGroup(search) || FINER_FILTERS.every((name) => !search.get(name))
}

/**
 * Whether they do: as the URL says, else where it makes the list at least a tenth shorter, but not one line, which says
 * no more than the sentence above it. A link to one movement and the list of one rune show single ones. Undefined if
 * only what is counted can tell.
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
  return choice === 'on' || (groups !== 1 && groups * 10 <= movements * 9)
}
