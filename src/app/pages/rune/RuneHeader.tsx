import type { RuneDetails } from '../../../contract/schemas/rune.ts'
import type { RuneLabel } from '../../../contract/schemas/runeLabel.ts'
import { AtEndOfIndex, EndOfIndexItem } from '../../endOfIndex.tsx'
import { PageActions } from '../../layout/PageActions.tsx'
import { blockLink, compareLink, runeLink, transactionLink } from '../../links.ts'
import { useOtherExplorers } from '../../query.ts'
import { CommitmentPayer } from '../../runes/CommitmentPayer.tsx'
import { RuneSymbol } from '../../runes/RuneName.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Breakable } from '../../ui/Breakable.tsx'
import { CopyableId, Id } from '../../ui/Id.tsx'
import { useLanguage } from '../../ui/language.ts'
import { Numeral } from '../../ui/numbers.tsx'
import { CrumbLink, Dot, type Neighbour, PageHeader } from '../../ui/PageHeader.tsx'
import { isNeverOpen, mintSentence } from './minting.ts'

type Props = {
  rune: RuneDetails
  /** The path of what the page shows as JSON. */
  dataPath: string
}

export function RuneHeader({ rune, dataPath }: Props) {
  const { id, name = '', symbol, number, previous, next } = rune
  const [, ordinals] = useOtherExplorers('', `/rune/${name}`)
  return (
    <PageHeader
      crumb={<CrumbLink to="/runes">Runes</CrumbLink>}
      neighbours={[neighbour(previous, 'previous'), neighbour(next, 'next')]}
      mark={<RuneSymbol symbol={symbol} size="large" />}
      title={<Breakable text={rune.spaced_name} after="•" />}
      badges={<RuneBadges rune={rune} />}
      actions={
        <PageActions
          page={{ to: runeLink(id), kind: 'Rune', title: rune.spaced_name }}
          dataPath={dataPath}
          links={[{ name: 'Compare with another rune', to: compareLink([id]) }]}
          others={ordinals ? [ordinals] : []}
        />
      }
      meta={
        <>
          {number !== undefined && (
            <>
              <span>
                Rune <Numeral name="rune.number" value={number} />
              </span>
              <Dot />
            </>
          )}
          <CopyableId text={id} isWhole label="Rune id" />
          <Dot />
          <Etched rune={rune} />
          {/* On phones, the details say it. */}
          {rune.payer && (
            <span className="inline-flex items-center gap-1.5 phone:hidden">
              <Dot /> <CommitmentPayer payer={rune.payer} />
            </span>
          )}
          <EndOfIndexItem />
        </>
      }
    />
  )
}

function neighbour(rune: RuneLabel | undefined, side: 'previous' | 'next'): Neighbour | undefined {
  if (rune === undefined) return
  const { id, number, spaced_name } = rune
  return {
    to: runeLink(id),
    label: number !== undefined && (
      <>
        Rune <Numeral name={`${side}.number`} value={number} />
      </>
    ),
    name: `${side === 'next' ? 'Next' : 'Previous'} rune, ${spaced_name},`,
  }
}

function Etched({ rune: { location } }: { rune: RuneDetails }) {
  const { block_height, tx_id } = location ?? {}
  if (tx_id === undefined) return 'part of the protocol, without an etching'
  return (
    <>
      {block_height !== undefined && (
        <CrumbLink to={blockLink(block_height)}>
          etched in block <Numeral name="rune.block_height" value={block_height} />
        </CrumbLink>
      )}
      <span className="inline-flex items-center gap-1.5 phone:hidden">
        <Dot /> transaction <Id text={tx_id} to={transactionLink(tx_id)} />
      </span>
    </>
  )
}

/** Whether a rune can be minted, and what is special about it. */
function RuneBadges({ rune }: { rune: RuneDetails }) {
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
            title: 'This index begins later than the rune',
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
  const { mint_state, mint_start = 0 } = rune
  const isNever = isNeverOpen(rune)
  if (mint_state === 'unmintable' && !isNever) return null
  const { tone, name } = mint_state === 'unmintable' ? NEVER_OPEN : BADGES[mint_state]
  return (
    <Badge tone={tone} explanation={{ title: 'Minting', text: mintSentence(rune, language) }}>
      {name}
      {mint_state === 'upcoming' && <Numeral name="rune.mint_start" value={mint_start} />}
      {mint_state === 'mintable' && <AtEndOfIndex />}
    </Badge>
  )
}

const NEVER_OPEN = { tone: 'plain', name: 'Never mintable' } as const
const BADGES = {
  upcoming: { tone: 'warn', name: 'Opens at ' },
  mintable: { tone: 'good', name: 'Mintable' },
  'minted-out': { tone: 'plain', name: 'Fully minted' },
  ended: { tone: 'plain', name: 'Minting ended' },
} as const
