import { RUNE_SPACERS } from '../../contract/identifiers.ts'

/** In lower case, without the spacers of rune names. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(RUNE_SPACERS, '')
}
