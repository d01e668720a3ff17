import type { RuneSummary } from '../../contract/schemas/rune.ts'
import { Badge } from '../ui/Badge.tsx'

type Props = { rune: Pick<RuneSummary, 'mint_state' | 'supply' | 'cenotaph'> }

/** Whether a rune can be minted, with a bar where it can. */
export function MintStatus({ rune: { mint_state, supply, cenotaph } }: Props) {
  if (cenotaph === true) return <Badge tone="bad">Cenotaph</Badge>
  switch (mint_state) {
    case 'mintable':
      return <MintBar percentage={supply?.mint_percentage ?? '0'} />
    case 'minted-out':
      return <Badge>Fully minted</Badge>
    case 'upcoming':
      return <Badge tone="good">Not open yet</Badge>
    case 'ended':
      return <span className="text-muted">Ended</span>
    case 'unmintable':
      return <span className="text-muted">No mint</span>
  }
}

function MintBar({ percentage }: { percentage: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <svg
        aria-hidden="true"
        viewBox="0 0 64 6"
        preserveAspectRatio="none"
        className="h-1.5 w-16 overflow-hidden rounded-full"
      >
        <rect width="64" height="6" className="fill-line" />
        <rect
          width={Math.max(1.5, 0.64 * Number(percentage))}
          height="6"
          rx="3"
          className="fill-accent"
        />
      </svg>
      <span className="text-muted tabular-nums">{shortenPercentage(percentage)} %</span>
    </span>
  )
}

/** Two places below 1 %, one above. Never 100 before it is reached. */
export function shortenPercentage(percentage: string): string {
  const value = Number(percentage)
  if (value === 0 || value === 100) return String(value)
  if (value < 0.01) return '< 0.01'
  if (value > 99.9) return '> 99.9'
  return value < 1 ? value.toFixed(2) : value.toFixed(1)
}
