const ICONS = {
  token: 'icon-coins',
  rune: 'icon-gem',
  block: 'icon-box',
  transaction: 'icon-arrow-left-right',
  address: 'icon-wallet',
  search: 'icon-search',
  page: 'icon-file-text',
} as const

export type Kind = keyof typeof ICONS

/** The icon of a kind of page, beside its name. */
export function KindIcon({ kind }: { kind: Kind }) {
  return <span className={`${ICONS[kind]} size-4`} />
}
