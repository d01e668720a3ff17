import { webAddressesIn } from '../../contract/webAddress.ts'

export const ALIKE_KINDS = ['name', 'symbol', 'web address'] as const
export type AlikeKind = (typeof ALIKE_KINDS)[number]

type Token = { name?: string | undefined; symbol?: string | undefined; as: readonly string[] }

/** Whether a token has what tokens alike share as its name or only as its symbol; those called like a web address come last. */
export function alikeKind(token: Token): AlikeKind {
  if (webAddressesIn(token).length > 0) return 'web address'
  return token.as.includes('name') ? 'name' : 'symbol'
}
