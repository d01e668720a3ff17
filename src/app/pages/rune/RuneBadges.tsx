import type { ReactNode } from 'react'
import type { RuneDetails } from '../../../contract/schemas/rune.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { useLanguage } from '../../ui/language.ts'
import { Numeral } from '../../ui/numbers.tsx'
import { EstimatedDay } from '../../ui/Time.tsx'
import { mintSentence } from './minting.ts'

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
      <EndBadge rune={rune} />
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

type State = { tone: Tone; name: ReactNode; title: string }

function MintBadge({ rune }: { rune: RuneDetails }) {
  const language = useLanguage()
  const { mint_start = 0, mint_end = Number.POSITIVE_INFINITY, newest_block } = rune
  const state = stateOf(rune)
  if (state === undefined) return null
  const { tone, name, title } = state
  const isUpcoming = rune.mint_state === 'upcoming' && mint_start < mint_end
  const text = (
    <>
      {mintSentence(rune, language)}
      {isUpcoming && (
        <>
          {' '}
          That is <EstimatedDay height={mint_start} newest={newest_block} />.
        </>
      )}
    </>
  )
  return (
    <Badge tone={tone} explanation={{ title, text }}>
      {name}
    </Badge>
  )
}

function stateOf({ mint_state, mint_start = 0, mint_end }: RuneDetails): State | undefined {
  switch (mint_state) {
    case 'unmintable':
      return
    case 'upcoming':
      if (mint_end !== undefined && mint_end <= mint_start) {
        return { tone: 'plain', name: 'Never mintable', title: 'Its terms are never open' }
      }
      return {
        tone: 'warn',
        name: (
          <>
            Opens at <Numeral value={mint_start} />
          </>
        ),
        title: 'Minting has not begun',
      }
    case 'mintable':
      return { tone: 'good', name: 'Mintable', title: 'The next block can mint it' }
    case 'minted-out':
      return { tone: 'plain', name: 'Fully minted', title: 'No mint is left' }
    case 'ended':
      return { tone: 'plain', name: 'Minting ended', title: 'Minting is over' }
  }
}

/** An end that is more than this number of blocks away, about 30 days, is not urgent. */
const NEAR = 4320

function EndBadge({ rune: { mint_state, mint_end, newest_block } }: { rune: RuneDetails }) {
  if (mint_state !== 'mintable' || mint_end === undefined) return null
  if (mint_end - newest_block.block_height > NEAR) return null
  return (
    <Badge
      tone="warn"
      explanation={{
        title: 'Minting ends soon',
        text: (
          <>
            Block <Numeral value={mint_end} />,{' '}
            <EstimatedDay height={mint_end} newest={newest_block} />, is the first in which it
            cannot be minted any more.
          </>
        ),
      }}
    >
      Minting ends at <Numeral value={mint_end} />
    </Badge>
  )
}
