import type { RuneSummary } from '../../contract/schemas/rune.ts'
import { shareOf } from '../../contract/shares.ts'
import { PAGE_PALETTE } from '../figures/palette.ts'
import { Ring } from '../figures/Ring.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Count, Numeral, Percent } from '../ui/numbers.tsx'

type Props = {
  rune: Pick<
    RuneSummary,
    'mint_state' | 'mint_start' | 'mints_left' | 'supply' | 'cenotaph' | 'is_older'
  >
}

export function MintStatus({ rune }: Props) {
  const { mint_state, mint_start = 0, cenotaph } = rune
  if (cenotaph === true) return <Badge tone="bad">Cenotaph</Badge>
  switch (mint_state) {
    case 'mintable':
      return <MintProgress rune={rune} />
    case 'minted-out':
      return <Badge>Fully minted</Badge>
    case 'upcoming':
      return (
        <span className="text-muted">
          Opens at <Numeral name="rune.mint_start" value={mint_start} />
        </span>
      )
    case 'ended':
      return <span className="text-muted">Ended</span>
    case 'unmintable':
      return <span className="text-muted">None</span>
  }
}

/** Below 1 %, a ring says nothing. The mints of an older rune are not all known. */
function MintProgress({ rune }: Props) {
  if (rune.is_older) return <span className="text-muted">Mintable</span>
  if (capOf(rune) === undefined) {
    return <Count name="rune.total_mints" value={Number(rune.supply?.total_mints)} one="mint" />
  }
  const percentage = mintedPercent(rune)
  return (
    <span className="inline-flex items-center gap-2">
      <Percent name="rune.minted_percent" value={percentage} />
      {Number(percentage) >= 1 && <Ring part={Number(percentage) / 100} palette={PAGE_PALETTE} />}
    </span>
  )
}

/** How much of the cap is minted, as `Percent` takes it. `mint_percentage` is rounded, and may say 100 too early. */
export function mintedPercent(rune: Props['rune']): string {
  return shareOf(BigInt(rune.supply?.total_mints ?? 0), capOf(rune) ?? 0n)
}

/** The number of mints that the terms allow; undefined if they set no cap. */
export function capOf({ supply, mints_left }: Props['rune']): bigint | undefined {
  return mints_left === undefined
    ? undefined
    : BigInt(mints_left) + BigInt(supply?.total_mints ?? 0)
}
