import { ArrowLeftRight, Box, Coins, FileText, Gem, Search, Wallet } from 'lucide-react'

const ICONS = {
  token: Coins,
  rune: Gem,
  block: Box,
  transaction: ArrowLeftRight,
  address: Wallet,
  search: Search,
  page: FileText,
} as const

export type Kind = keyof typeof ICONS

/** The icon of a kind of page, beside its name. */
export function KindIcon({ kind }: { kind: Kind }) {
  const Icon = ICONS[kind]
  return <Icon aria-hidden="true" className="size-4 shrink-0" />
}
