import type { ReactNode } from 'react'
import type { RuneDetails } from '../../../contract/schemas/rune.ts'
import { EstimatedDay } from '../../movements/EstimatedDay.tsx'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { useLanguage } from '../../ui/language.ts'
import { Numeral } from '../../ui/numbers.tsx'
import { isNeverOpen, mintSentence } from './minting.ts'

/** Whether a rune can be minted, and what is special about it. */
export function RuneBadges({ rune }: { rune: RuneDetails }) {
  return (
    <>
      {rune.cenotaph && (
        <Badge
          tone="bad"
          explanation={{
            title: 'Etched by a malformed runestone',
            text: 'So it has no premine and no terms, and can never be minted.',
          }}
        >
          Cenotaph
        </Badge>
      )}
      <MintBadge rune={rune} />
      {rune.is_older && (
        <Badge
          tone="warn"
          explanation={{
            title: 'This index begins after its etching',
            text: 'Earlier mints, burns and movements are missing from all figures here.',
          }}
        >
          Older than this index
        </Badge>
      )}
    </>
  )
}

function MintBadge({ rune }: { rune: RuneDetails }) {
  const language = useLanguage()
  const badge = badgeOf(rune)
  if (badge === undefined) return null
  const { tone, name } = badge
  const { mint_state, mint_start = 0, newest_block } = rune
  const text = (
    <>
      {mintSentence(rune, language)}
      {mint_state === 'upcoming' && !isNeverOpen(rune) && (
        <EstimatedDay height={mint_start} newest={newest_block} />
      )}
    </>
  )
  return (
    <Badge tone={tone} explanation={{ title: 'Minting', text }}>
      {name}
    </Badge>
  )
}

function badgeOf(rune: RuneDetails): { tone: Tone; name: ReactNode } | undefined {
  switch (rune.mint_state) {
    case 'unmintable':
      return
    case 'upcoming':
      if (isNeverOpen(rune)) return { tone: 'plain', name: 'Never mintable' }
      return {
        tone: 'warn',
        name: (
          <>
            Opens at <Numeral value={rune.mint_start ?? 0} />
          </>
        ),
      }
    case 'mintable':
      return { tone: 'good', name: 'Mintable' }
    case 'minted-out':
      return { tone: 'plain', name: 'Fully minted' }
    case 'ended':
      return { tone: 'plain', name: 'Minting ended' }
  }
}
