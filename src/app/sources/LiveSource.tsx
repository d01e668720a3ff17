import type { About } from '../../contract/directory.ts'
import { capitalise } from '../ui/capitalise.ts'
import { joinWords } from '../ui/joinWords.ts'

/** Says what the service reads from another service. The counts are of its own database. */
export function LiveSource({ about: { upstream = [] } }: { about: About }) {
  const parts = upstream.map((part) => PARTS[part])
  if (parts.length === 0) return null
  return <>{capitalise(joinWords(parts))} come live from another service. Stored here: </>
}

const PARTS = { tokens: 'tokens', runes: 'rune records' }
