import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { flawText, type TransactionDetails } from '../../../contract/schemas/chain.ts'
import { RefusalList } from '../../movements/Refusals.tsx'
import { runestoneQuery } from './AskedFor.tsx'

/** What a malformed runestone did to the runes of its transaction, and why: exactly, where its bytes are at hand. */
export function WhyCenotaph({ transaction }: { transaction: TransactionDetails }) {
  const { flaw, place } = transaction
  const runestone = useQuery({ ...runestoneQuery(place.tx_id), enabled: flaw !== undefined })
  if (flaw === undefined) return null
  return (
    <RefusalList
      tone="bad"
      entries={[
        {
          part: 'runestone',
          title: `Its runestone is malformed. ${lossText(transaction)}`,
          text: (
            <>
              {runestone.data?.value.flaw_meaning ?? flawText(flaw)}{' '}
              <Link to="/cenotaphs" className="link">
                All cenotaphs
              </Link>
            </>
          ),
        },
      ]}
    />
  )
}

/** What was lost, a sentence each. A transaction with too many records has no clauses. */
function lossText({ clauses, counts }: TransactionDetails): string {
  const burns = clauses.filter(({ verb }) => verb === 'burned')
  const isNewBurned = burns.some(({ is_new }) => is_new)
  const isOwnBurned = clauses.length === 0 || burns.some(({ is_new }) => !is_new)
  return [
    isOwnBurned && 'All runes of its inputs were burned.',
    isNewBurned && `What it minted was burned${isOwnBurned ? ' too' : ''}.`,
    counts.etchings > 0 && 'The rune that it etched has no supply, and can never be minted.',
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}
