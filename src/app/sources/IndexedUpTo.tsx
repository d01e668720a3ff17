import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { About } from '../../contract/directory.ts'
import { useApi } from '../appContext.ts'
import { blockLink } from '../links.ts'
import { aboutQuery, newestRuneBlock } from '../queries/directory.ts'
import { Numeral } from '../ui/numbers.tsx'
import { Age } from '../ui/Time.tsx'

/** The newest block of a live index and its age. Nothing for a snapshot or an empty index. */
export function IndexedUpTo({ about }: { about: About }) {
  const { source, highest_block_height: height, newest_record: seconds } = about
  if (source !== 'database' || height === undefined || seconds === undefined) return null
  return (
    <>
      Indexed up to{' '}
      <Link to={blockLink(height)} className="link">
        block <Numeral value={height} />
      </Link>
      , mined <Age milliseconds={seconds * 1000} />
    </>
  )
}

/** The same on a page of runes, whose figures are those after the newest block. */
export function RunesIndexedUpTo() {
  const about = useQuery(aboutQuery(useApi())).data
  if (about === undefined || newestRuneBlock(about) === undefined) return null
  return <IndexedUpTo about={about} />
}
