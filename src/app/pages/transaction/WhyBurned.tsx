import { useQuery } from '@tanstack/react-query'
import type { TransactionDetails } from '../../../contract/schemas/chain.ts'
import type { DecodedRunestone } from '../../../contract/schemas/names.ts'
import { RefusalList } from '../../movements/Refusals.tsx'
import { runestoneQuery } from './AskedFor.tsx'

/** Why runes were burned, where the bytes of the transaction are at hand. A malformed runestone is told apart. */
export function WhyBurned({ transaction }: { transaction: TransactionDetails }) {
  const enabled = isBurnExplained(transaction)
  const runestone = useQuery({ ...runestoneQuery(transaction.place.tx_id), enabled })
  if (!enabled || runestone.data === undefined) return null
  return (
    <RefusalList tone="plain" entries={[{ part: 'burn', ...reasonOf(runestone.data.value) }]} />
  )
}

/** Whether runes were burned by what the transaction says, and not because it is malformed. */
export function isBurnExplained({ counts, flaw }: TransactionDetails): boolean {
  return counts.burns > 0 && flaw === undefined
}

function reasonOf({ script, rest }: DecodedRunestone): { title: string; text: string } {
  if (script === undefined) {
    return {
      title: 'It has no runestone, and no output that can hold runes.',
      text: 'So all runes of its inputs were burned.',
    }
  }
  if (rest?.is_burned && rest.output === undefined) {
    return { title: 'None of its outputs can hold runes.', text: 'What no edict moves is burned.' }
  }
  return {
    title: 'Its runestone sends runes to an output that nobody can spend.',
    text: rest?.is_burned
      ? 'What no edict moves goes there, and is burned.'
      : 'What an edict moves there is burned.',
  }
}
