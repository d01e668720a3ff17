import { nameOfRune } from '../../../contract/activity.ts'
import type { Reply } from '../../../contract/client.ts'
import type { Etching } from '../../../contract/etching.ts'
import { type RuneIdentifier, runeText } from '../../../contract/identifiers.ts'
import { holdersPath } from '../../../contract/paths.ts'
import { runePath } from '../../../contract/runeList.ts'
import { SAMPLES } from '../../../contract/samples.ts'
import { readListFilter } from '../../activity/listFilter.ts'
import { runeLink } from '../../links.ts'
import type { Head } from '../../PageHead.tsx'
import type { Loaded } from '../../pageLoader.ts'
import { readPaging } from '../../pageSizes.ts'
import { pageStatus } from '../../pageStatus.ts'
import { formatDecimal, trimDecimal } from '../../ui/numbers.tsx'
import { describeTerms } from './mintTerms.ts'

/** The path of what the URL selects: the rune or a page of its holders. */
export function dataPath(rune: RuneIdentifier, search: URLSearchParams): string {
  return isHolders(search) ? holdersPath(rune, readPaging(search).requested) : runePath(rune)
}

/** Whether the URL selects the holders instead of the activity. */
export function isHolders(search: URLSearchParams): boolean {
  return search.get('view') === 'holders'
}

export function runeHead(
  identifier: RuneIdentifier,
  search: URLSearchParams,
  { data: reply, error }: Loaded<Reply<Etching>>,
  list?: Loaded<List>,
): Head {
  if (reply === undefined) {
    const text = runeText(identifier)
    const title = error?.kind === 'not-found' ? `Rune ${text} not found` : `Rune ${text}`
    return { title, dataPath: dataPath(identifier, search), ...pageStatus(error) }
  }
  const rune = reply.value
  const { paging, refused } = readPaging(search)
  const { operation, refused: refusedFilters } = readListFilter(search)
  const view = isHolders(search) ? 'holders' : undefined
  const number = rune.number === undefined ? rune.id : `#${rune.number}`
  const activity = paging.offset === 0 ? number : 'Activity'
  return {
    kind: 'Rune',
    title: `${nameOfRune(rune)} · ${view ? 'Holders' : activity}`,
    description: describeRune(rune),
    path: runeLink(rune.id, { view, operation, ...paging }),
    dataPath: dataPath(identifier, search),
    ...statusOf(list, paging.offset, [...refused, ...refusedFilters]),
  }
}

/** A page of the rune's activity or holders. */
type List = Reply<{ results: unknown[] }>

/** A known rune exists even without activity or holders, but a page past the end of a list does not. */
function statusOf(list: Loaded<List> | undefined, offset: number, refused: string[]) {
  const { data, error = null } = list ?? {}
  if (data === undefined && error?.status !== 501) return pageStatus(error)
  if (offset > 0 && data?.value.results.length === 0) return { status: 404 }
  return { status: refused.length > 0 ? 400 : 200 }
}

/** "Current supply 100. Each mint creates 1,000. …" */
function describeRune(rune: Etching): string {
  const supply = rune.supply?.current
  const parts = [
    supply && `Current supply ${formatDecimal(trimDecimal(supply), 'en')}.`,
    describeTerms(rune, 'en'),
  ].filter(Boolean)
  return parts.length > 0
    ? parts.join(' ')
    : `The Bitcoin rune ${nameOfRune(rune)}: its etching, its activity and its holders.`
}

export function isSample({ id }: Etching): boolean {
  return id.startsWith(`${SAMPLES.block_height}:`)
}
