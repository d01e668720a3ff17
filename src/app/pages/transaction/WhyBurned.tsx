import { useQuery } from '@tanstack/react-query'
import type { TransactionDetails } from '../../../contract/schemas/chain.ts'
import { RefusalList } from '../../movements/Refusals.tsx'
import { runestoneQuery } from './AskedFor.tsx'

/** Why runes were burned, where the bytes of the transaction are at hand. A malformed runestone is told apart. */
export function WhyBurned({ transaction }: { transaction: TransactionDetails }) {
  const runestone = useQuery({
    ...runestoneQuery(transaction.place.tx_id),
    enabled: isBurnExplained(transaction),
  })
  if (!isBurnExplained(transaction) || runestone.data === undefined) return null
  const { script, rest } = runestone.data.value
  return (
    <RefusalList
      tone="plain"
      entries={[
        script === undefined
          ? {
              part: 'burn',
              title: 'It has no runestone, and no output that can hold runes.',
              text: 'So all runes of its inputs were burned.',
            }
          : {
              part: 'burn',
              title: 'Its runestone sends runes to an output that nobody can spend.',
              text: rest?.is_burned
                ? 'What no edict moves goes there, and is burned.'
                : 'What an edict moves there is burned.',
            },
      ]}
    />
  )
}

/** Whether runes were burned by what the transaction says, and not because it is malformed. */
export function isBurnExplained({ counts, flaw }: TransactionDetails): boolean {
  return counts.burns > 0 && flaw === undefined
}
