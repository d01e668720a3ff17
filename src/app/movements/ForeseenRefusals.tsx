import type { ForeseenRefusal } from '../../contract/schemas/refusal.ts'
import { RuneName } from '../runes/RuneName.tsx'
import { Badge } from '../ui/Badge.tsx'
import { formatDecimal } from '../ui/numbers.tsx'
import { LASTING_REASONS, RefusalList, RefusalNote, subjectOf } from './Refusals.tsx'

type Props = { refusals: ForeseenRefusal[]; nextHeight: number }

/** What a transaction that is in no block yet asks for and would not get, and why: a sentence each. */
export function ForeseenRefusals({ refusals, nextHeight }: Props) {
  return (
    <RefusalList
      entries={refusals.map((refusal) => ({
        part: refusal.part,
        title: outcomeText(refusal),
        text: foreseenText(refusal, nextHeight),
      }))}
    />
  )
}

/** What is said of each refused part of a runestone, where the runestone is shown. */
export function refusedParts(refusals: ForeseenRefusal[], nextHeight: number) {
  return Object.fromEntries(
    refusals.map((refusal) => [
      refusal.part,
      <RefusalNote
        key={refusal.part}
        refusal={refusal}
        verb="would be refused"
        text={foreseenText(refusal, nextHeight)}
      />,
    ]),
  )
}

export function ForeseenBadges({ refusals }: Pick<Props, 'refusals'>) {
  return refusals
    .filter(({ reason }) => reason !== 'older-rune')
    .map(({ part }) => (
      <Badge key={part} tone="warn">
        {part === 'mint' ? 'Mint would be refused' : 'Etching would be refused'}
      </Badge>
    ))
}

/** "The mint of NAME would be refused." What would happen to a rune that is older than the index is not known. */
export function outcomeText(refusal: ForeseenRefusal): string {
  const subject = subjectOf(refusal)
  if (refusal.reason === 'older-rune') return `Whether ${subject} can be minted is not known.`
  return `The ${refusal.part} of ${subject} would be refused.`
}

/** Why the next block would refuse it, in a sentence. */
export function foreseenText(refusal: ForeseenRefusal, nextHeight: number): string {
  const { reason, rune_id = '', rune, cap = '0', mints = '0' } = refusal
  const block = refusal.block === undefined ? 'an unknown block' : `block ${grouped(refusal.block)}`
  const next = `the next block is ${grouped(String(nextHeight))}`
  switch (reason) {
    case 'after-cap':
      return mints === cap
        ? `${cap === '1' ? 'The only mint' : `All ${grouped(cap)} mints`} happened, the last in ${block}.`
        : `${grouped(mints)} of ${grouped(cap)} mints happened; unconfirmed transactions that come first take the others.`
    case 'before-start':
      return `Its mint opens at ${block}; ${next}.`
    case 'after-end':
      return `It could be minted only before ${block}; ${next}.`
    case 'unknown-rune':
      return `No rune has the id ${rune_id}.`
    case 'older-rune':
      return `The rune ${rune_id} is older than this index, which begins at ${block}.`
    case 'name-taken':
      return `Its name was etched in ${block}, as ${rune?.id ?? 'another rune'}.`
    case 'name-locked':
      return `This name can be etched from ${block} on; ${next}.`
    case 'young-commitment':
      return 'Its commitment has too few confirmations.'
    default:
      return LASTING_REASONS[reason]
  }
}

/** "It would mint no NAME": what is said of a transaction that would do nothing else. */
export function ForeseenSentence({ refusal }: { refusal: ForeseenRefusal }) {
  const { part, reason, rune } = refusal
  const name =
    part === 'mint' && rune !== undefined ? (
      <RuneName rune={rune} isInline />
    ) : (
      <span className="text-ink">{subjectOf(refusal)}</span>
    )
  if (reason === 'older-rune') return <>It asks for a mint of {name}</>
  return part === 'mint' ? <>It would mint no {name}</> : <>It would not etch {name}</>
}

/** The same as text. */
export function foreseenSentenceText(refusal: ForeseenRefusal): string {
  const subject = subjectOf(refusal)
  if (refusal.reason === 'older-rune') return `It asks for a mint of ${subject}`
  return refusal.part === 'mint' ? `It would mint no ${subject}` : `It would not etch ${subject}`
}

function grouped(digits: string): string {
  return formatDecimal(digits, 'en')
}
