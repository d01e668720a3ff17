import { useSearchParams } from 'react-router-dom'
import { NOBODY } from '../../contract/parameters.ts'
import type { Ribbon } from '../../contract/schemas/chain.ts'
import type { Point } from '../figures/useActivePoint.ts'
import { filterSearch } from '../lists/paging.ts'
import { shortenId } from '../ui/Id.tsx'
import { useLanguage } from '../ui/language.ts'
import { formatDecimal, trimDecimal, useFormatCount } from '../ui/numbers.tsx'

/** One below the other: arrow keys lead from each to the next. */
export function useRibbonPoints(ribbons: readonly Ribbon[]): Point[] {
  const [search] = useSearchParams()
  const language = useLanguage()
  const format = useFormatCount()
  const height = 1 / ribbons.length
  return ribbons.map((ribbon, index) => ({
    key: String(index),
    text: [
      formatDecimal(trimDecimal(ribbon.amount), language),
      ribbon.rune.spaced_name,
      sourceText(ribbon),
      receiversText(ribbon, format),
    ].join(' '),
    to: filterSearch(search, ribbonFilter(ribbon)),
    box: { x: 0, y: index * height, width: 1, height },
  }))
}

/** The filters of the list that shows the movements of a ribbon; of several owners together, those of all. */
export function ribbonFilter(ribbon: Ribbon) {
  const { type, rune, source, from, addresses, amount_per_movement, first } = ribbon
  const isToOne = addresses === 1 && ribbon.outputs_without_address === 0
  const amount =
    addresses > 1 && amount_per_movement !== undefined
      ? trimDecimal(amount_per_movement)
      : undefined
  const nobody = type === 'transfer' && addresses === 0 ? NOBODY : undefined
  return {
    view: undefined,
    type,
    rune: rune.spaced_name,
    giver: source === 'no-address' ? NOBODY : from,
    receiver: isToOne ? first[0] : nobody,
    min: amount,
    max: amount,
    change: type === 'change' ? 'show' : undefined,
    group: 'off',
  }
}

const SOURCES = {
  minted: 'newly minted',
  premined: 'premined',
  'no-address': 'from no address',
  several: 'from others',
  address: 'from',
}

/** "from bc1pvf…mmhka7" */
export function sourceText({ source, from }: Ribbon): string {
  return from === undefined ? SOURCES[source] : `${SOURCES.address} ${shortenId(from)}`
}

/** "to 12 addresses" */
export function receiversText(
  { type, addresses, first: [receiver] }: Ribbon,
  format: (count: number) => string,
): string {
  if (type === 'burn') return 'destroyed'
  if (receiver === undefined) return 'to no address'
  const direction = type === 'change' ? 'back to' : 'to'
  return addresses === 1
    ? `${direction} ${shortenId(receiver)}`
    : `${direction} ${format(addresses)} addresses`
}
