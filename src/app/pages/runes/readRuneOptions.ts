import { RUNE_NAME_BEGINNING, RUNE_SPACERS } from '../../../contract/identifiers.ts'
import {
  defaultRuneDirection,
  RUNE_ORDERS,
  type RuneListOptions,
} from '../../../contract/runeList.ts'
import { DIRECTIONS } from '../../../contract/tokenList.ts'
import { readChoice } from '../../lists/readChoice.ts'

export const RUNE_PARAMETERS = ['name', 'mintable', 'order_by', 'order', 'offset', 'limit'] as const

/** Reads which runes the URL lists. Invalid values are left out and listed in `refused`. */
export function readRuneOptions(search: URLSearchParams) {
  const refused: string[] = []
  const name = (search.get('name') ?? '').trim().replace(RUNE_SPACERS, '•')
  const isName = RUNE_NAME_BEGINNING.test(name)
  if (name !== '' && !isName) refused.push(`name=${name}`)
  const orderBy = readChoice(search, ['order_by', RUNE_ORDERS], refused)
  const order = readChoice(search, ['order', ['', ...DIRECTIONS]], refused)
  const options: RuneListOptions = {
    name: isName ? name : undefined,
    mintable: readChoice(search, ['mintable', ['false', 'true']], refused) === 'true',
    orderBy,
    order: order === '' ? defaultRuneDirection(orderBy) : order,
  }
  return { options, refused }
}
