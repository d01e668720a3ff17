import { Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Place } from '../../contract/schemas/movement.ts'
import type { Refusal } from '../../contract/schemas/refusal.ts'
import { blockLink, refusedMintsLink, transactionLink } from '../links.ts'
import { RuneName } from '../runes/RuneName.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Breakable } from '../ui/Breakable.tsx'
import { Id } from '../ui/Id.tsx'
import { Count, formatDecimal, Numeral } from '../ui/numbers.tsx'
import { CrumbLink } from '../ui/PageHeader.tsx'
import { formatSpan, MINUTE } from '../ui/Time.tsx'
import { Owner } from './columns.tsx'

/** Why each part was refused, a sentence each. */
export function Refusals({ refusals }: { refusals: Refusal[] }) {
  return (
    <RefusalList
      entries={refusals.map((refusal) => ({
        part: refusal.part,
        title: reasonText(refusal),
        text: (
          <>
            <Cause refusal={refusal} /> <OthersOfRune refusal={refusal} />
          </>
        ),
      }))}
    />
  )
}

type ListProps = {
  entries: { part: string; title: string; text: ReactNode }[]
  /** What was refused is amber; what was lost is red; what was meant is grey. */
  tone?: 'warn' | 'bad' | 'plain'
}

const LIST_LOOKS = {
  warn: { list: 'bg-warn-soft', icon: 'text-warn' },
  bad: { list: 'bg-burn-soft', icon: 'text-burn' },
  plain: { list: 'bg-sunken', icon: 'text-muted' },
}

/** What went wrong, a title and why, below the heading of a page. */
export function RefusalList({ entries, tone = 'warn' }: ListProps) {
  if (entries.length === 0) return null
  const look = LIST_LOOKS[tone]
  const Icon = tone === 'plain' ? Info : TriangleAlert
  return (
    <ul className={`mt-4 space-y-2 rounded-md px-4 py-3 text-sm forced-colors:border ${look.list}`}>
      {entries.map(({ part, title, text }) => (
        <li key={part} className="flex gap-3">
          <Icon aria-hidden="true" size={16} className={`mt-0.5 shrink-0 ${look.icon}`} />
          <p className="min-w-0">
            <strong className="block font-semibold">{title}</strong>
            <span className="block text-muted">{text}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}

type PartProps = { refusal: Pick<Refusal, 'reason'>; verb: string; text: string }

/** "refused", and why, beside a part of a runestone. */
export function RefusalNote({ refusal: { reason }, verb, text }: PartProps) {
  return (
    <span className="block w-full text-sm text-warn">
      <span className="font-semibold">{reason === 'older-rune' ? 'not known' : verb}</span>: {text}
    </span>
  )
}

export function RefusalBadge({ refusal }: { refusal: Refusal }) {
  return <Badge tone="warn">{outcomeOf(refusal)}</Badge>
}

/** "Mint refused". What happened to a rune that is older than the index is not known. */
function outcomeOf({ part, reason }: Refusal): string {
  if (reason === 'older-rune') return 'Mint not known'
  return part === 'mint' ? 'Mint refused' : 'Etching refused'
}

function Cause({ refusal: { reason, place, cause, rune } }: { refusal: Refusal }): ReactNode {
  if (cause === undefined || rune === undefined) return null
  const transaction = <Id text={cause.tx_id} to={transactionLink(cause.tx_id)} />
  if (reason === 'after-cap') {
    return (
      <>
        The last one is {transaction}, <Earlier place={place} cause={cause} />.
      </>
    )
  }
  return (
    <>
      {transaction}, position <Numeral name="cause.tx_index" value={cause.tx_index} /> of{' '}
      {cause.block_height === place.block_height ? (
        'the same block'
      ) : (
        <CrumbLink to={blockLink(cause.block_height)}>
          block <Numeral name="cause.block_height" value={cause.block_height} />
        </CrumbLink>
      )}
      , etched <RuneName rune={rune} isInline /> ({rune.id}).
    </>
  )
}

function OthersOfRune({ refusal: { part, rune } }: { refusal: Refusal }) {
  if (part === 'etching' || rune === undefined) return null
  return (
    <>
      See all{' '}
      <Link to={refusedMintsLink(rune.id)} className="link">
        refused mints of <Breakable text={rune.spaced_name} after="•" />
      </Link>
      .
    </>
  )
}

/** "5 blocks and 48 minutes earlier". The time of a block may be before that of the block before it. */
function Earlier({ place, cause }: Pick<Refusal, 'place'> & { cause: Place }) {
  const blocks = place.block_height - cause.block_height
  const seconds = place.timestamp - cause.timestamp
  if (blocks === 0) return 'earlier in the same block'
  return (
    <>
      <Count name="refusal.blocks_late" value={blocks} one="block" />
      {seconds >= MINUTE && (
        <>
          {' '}
          and <span data-value="refusal.time_late">{formatSpan(seconds)}</span>
        </>
      )}{' '}
      earlier
    </>
  )
}

/** The sentences of the reasons that hold for every block. */
export const LASTING_REASONS = {
  'never-open': 'The terms of its mint end before they start, so it never opens.',
  'no-mint': 'This rune was etched without a mint.',
  'cenotaph-rune': 'The rune of a cenotaph cannot be minted.',
  'own-rune': 'A rune cannot be minted by the transaction that etches it.',
  'name-reserved': 'Names of 27 letters and more are given by the protocol, never chosen.',
  'no-commitment': 'None of its inputs commits to this name.',
} as const

/** Why it was refused, in a sentence. */
export function reasonText(refusal: Refusal): string {
  const { reason, rune_id = '', rune, place, confirmations = 0 } = refusal
  const block = refusal.block === undefined ? 'an unknown block' : `block ${grouped(refusal.block)}`
  const blocks = blocksBetween(place.block_height, refusal.block)
  switch (reason) {
    case 'after-cap': {
      const cap = refusal.cap ?? '0'
      const mints = cap === '1' ? 'the only mint' : `the last of ${grouped(cap)} mints`
      return `This mint came after ${mints} (${block}).`
    }
    case 'before-start':
      return `Its mint opens at ${block}; this came ${blocks} too early.`
    case 'after-end':
      return `It could be minted only before ${block}; this came ${blocksBetween(place.block_height + 1, refusal.block)} late.`
    case 'unknown-rune':
      return rune === undefined
        ? `No rune has the id ${rune_id}.`
        : `No rune had the id ${rune_id} yet: ${rune.spaced_name} was etched later.`
    case 'older-rune':
      return `The rune ${rune_id} is older than this index, which begins at ${block}: it cannot say whether the mint got anything.`
    case 'name-taken':
      return rune?.id === `${place.block_height}:${place.tx_index - 1}`
        ? 'Its name was etched by the transaction before.'
        : `Its name was etched in ${block}, as ${rune?.id ?? 'another rune'}.`
    case 'name-locked':
      return `This name can be etched from ${block} on; this came ${blocks} too early.`
    case 'young-commitment':
      return `Its commitment had ${confirmations} ${confirmations === 1 ? 'confirmation' : 'confirmations'}; the protocol asks for 6.`
    default:
      return LASTING_REASONS[reason]
  }
}

/** Terms may name blocks that no double holds. */
function blocksBetween(height: number, block = '0'): string {
  const between = BigInt(block) - BigInt(height)
  const distance = between < 0n ? -between : between
  return `${grouped(String(distance))} ${distance === 1n ? 'block' : 'blocks'}`
}

function grouped(digits: string): string {
  return formatDecimal(digits, 'en')
}

/** "No NAME was minted to bc1…": the heading of a transaction that moved nothing. */
export function RefusalSentence({ refusal }: { refusal: Refusal }) {
  const { part, reason, address } = refusal
  const name = <RefusedThing refusal={refusal} isInline />
  if (reason === 'older-rune') return <>Asked for a mint of {name}</>
  if (part === 'etching')
    return (
      <>
        {name} was not etched{againAfter(reason)}
      </>
    )
  return (
    <>
      No {name} was minted
      {address !== undefined && (
        <>
          {' to '}
          <span className="text-ink">
            <Owner address={address} />
          </span>
        </>
      )}
    </>
  )
}

type ThingProps = { refusal: Refusal; isInline?: boolean }

/** The rune that was to be minted, or the name that was to be etched. */
export function RefusedThing({ refusal, isInline = false }: ThingProps) {
  const { part, rune } = refusal
  return part === 'mint' && rune !== undefined ? (
    <RuneName rune={rune} isInline={isInline} />
  ) : (
    <span className="text-ink">
      <Breakable text={subjectOf(refusal)} after="•" />
    </span>
  )
}

/** The same as text, without the address. */
export function refusalText(refusal: Refusal): string {
  const subject = subjectOf(refusal)
  if (refusal.reason === 'older-rune') return `Asked for a mint of ${subject}`
  if (refusal.part === 'mint') return `No ${subject} was minted`
  return `${subject} was not etched${againAfter(refusal.reason)}`
}

/** A rune with the name exists. */
function againAfter(reason: Refusal['reason']): string {
  return reason === 'name-taken' ? ' again' : ''
}

type Asked = Pick<Refusal, 'part' | 'rune' | 'rune_id' | 'name'>

/** The name of what was to be minted or etched, or its id. */
export function subjectOf({ part, rune, rune_id = '', name = '' }: Asked): string {
  return part === 'mint' ? (rune?.spaced_name ?? rune_id) : name
}
