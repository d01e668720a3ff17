import type { RuneSummary } from '../../contract/schemas/rune.ts'
import { Badge } from '../ui/Badge.tsx'
import { Share } from '../ui/Bar.tsx'
import { Count, Numeral } from '../ui/numbers.tsx'

type Props = { rune: Pick<RuneSummary, 'mint_state' | 'mint_start' | 'supply' | 'cenotaph'> }

export function MintStatus({ rune }: Props) {
  const { mint_state, mint_start = 0, supply, cenotaph } = rune
  if (cenotaph === true) return <Badge tone="bad">Cenotaph</Badge>
  switch (mint_state) {
    case 'mintable':
      return <MintBar percentage={mintedPercent(rune)} mints={supply?.total_mints} />
    case 'minted-out':
      return <Badge>Fully minted</Badge>
    case 'upcoming':
      return (
        <span className="text-muted">
          Opens at <Numeral value={mint_start} />
        </span>
      )
    case 'ended':
      return <span className="text-muted">Ended</span>
    case 'unmintable':
      return <span className="text-muted">No mint</span>
  }
}

/** Of a cap that is never reached, the number of mints says more than the share. */
function MintBar({ percentage, mints = '0' }: { percentage: string; mints: string | undefined }) {
  if (Number(percentage) === 0 && Number(mints) > 0) {
    return <Count value={Number(mints)} one="mint" />
  }
  return <Share percent={percentage} />
}

/** How much of the cap is minted. What is only rounded up to 100 % is not there yet. */
export function mintedPercent({ mint_state, supply }: Props['rune']): string {
  const percentage = supply?.mint_percentage ?? '0'
  return percentage === '100.0000' && mint_state !== 'minted-out' ? '99.9999' : percentage
}
