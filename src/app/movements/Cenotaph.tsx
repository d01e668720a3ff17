import { Link } from 'react-router-dom'
import { FLAW_MEANINGS } from '../../contract/schemas/chain.ts'
import { Badge } from '../ui/Badge.tsx'

/** Of a transaction whose runestone is malformed. */
export function CenotaphBadge({ flaw }: { flaw: string }) {
  return (
    <Badge
      tone="bad"
      explanation={{
        title: 'A malformed runestone',
        text: (
          <>
            {flawText(flaw)} All runes that came into this transaction were burned.{' '}
            <Link to="/cenotaphs" className="link">
              All cenotaphs
            </Link>
          </>
        ),
      }}
    >
      Cenotaph
    </Badge>
  )
}

/** Why a runestone is malformed, in a sentence. */
export function flawText(flaw: string): string {
  return Object.entries(FLAW_MEANINGS).find(([name]) => name === flaw)?.[1] ?? flaw
}
