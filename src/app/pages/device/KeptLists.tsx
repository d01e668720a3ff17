import { useEffect, useState } from 'react'
import { type KeptSet, listKeptSets } from '../../analysis/engine/keptSets.ts'
import { findKeptThings } from '../../offline/keptThings.ts'
import { Numeral } from '../../ui/numbers.tsx'
import { Time } from '../../ui/Time.tsx'
import { ThingName } from './KeptPages.tsx'

/** The lists that are kept as a whole; undefined until they were looked up. */
export function useKeptLists() {
  const [lists, setLists] = useState<KeptSet[]>()
  async function readLists() {
    setLists(await listKeptSets())
  }
  // The browser's database is outside React.
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked up once, as the page opens.
  useEffect(() => {
    void readLists()
  }, [])
  return { lists, readLists }
}

type Props = { lists: KeptSet[]; service: string }

/** Links to the lists that are kept as a whole, each to its records. */
export function KeptLists({ lists, service }: Props) {
  return (
    <ul className="panel divided">
      {lists.map((list) => (
        <li
          key={list.id}
          className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2"
        >
          <ListName list={list} service={service} />
          <span className="text-sm text-muted">
            {list.isComplete ? 'all ' : ''}
            <Numeral value={list.records} /> {list.records === 1 ? 'record' : 'records'} ·{' '}
            <Time milliseconds={list.readAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function ListName({ list: { id, ...list }, service }: { list: KeptSet; service: string }) {
  const [thing] = findKeptThings([{ url: id, ...list }], service)
  if (thing === undefined) return <span className="font-mono text-sm">{id}</span>
  const pages = thing.pages.map((page) => ({ ...page, to: `${page.to}?view=records` }))
  return <ThingName thing={{ ...thing, pages }} />
}
