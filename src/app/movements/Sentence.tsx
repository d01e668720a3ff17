import type { ReactNode } from 'react'
import { nameOfRune } from '../../contract/schemas/activity.ts'
import type { Clause } from '../../contract/schemas/chain.ts'
import { addressLink } from '../links.ts'
import { MarkedId, shortenId } from '../ui/Id.tsx'
import { Amount, formatDecimal, Numeral, trimDecimal } from '../ui/numbers.tsx'
import { RuneName } from './RuneName.tsx'

const MAX_LINES = 3

/** What a transaction did, a line for each rune. */
export function Sentence({ clauses }: { clauses: Clause[] }) {
  const lines = linesOf(clauses)
  const hidden = lines.length - MAX_LINES
  return (
    <>
      {lines.slice(0, MAX_LINES).map((line) => (
        <span
          key={line[0]?.rune.id}
          // An amount never breaks: one that is wider than a phone scrolls.
          className="block overflow-x-auto [scrollbar-width:none]"
        >
          {line.map((clause, index) => (
            <Part key={clause.verb} clause={clause} previous={line[index - 1]} />
          ))}
        </span>
      ))}
      {hidden > 0 && <span className="block text-base">+ {hidden} more</span>}
    </>
  )
}

/** The same as text, for titles. */
export function sentenceText(clauses: Clause[]): string {
  const lines = linesOf(clauses)
  const [first = []] = lines
  const text = first.map((clause, index) => partText(clause, first[index - 1])).join('')
  return lines.length > 1 ? `${text}, and ${lines.length - 1} more` : text
}

/** The clauses of each rune. */
function linesOf(clauses: Clause[]): Clause[][] {
  const lines = new Map<string, Clause[]>()
  for (const clause of clauses) {
    const line = lines.get(clause.rune.id)
    if (line === undefined) lines.set(clause.rune.id, [clause])
    else line.push(clause)
  }
  return [...lines.values()]
}

type PartProps = { clause: Clause; previous: Clause | undefined }

/** What is the same as in the clause before is not repeated. */
function Part({ clause, previous }: PartProps) {
  const { amount, rune } = clause
  const owner = ownerOf(clause, previous)
  return (
    <>
      {previous !== undefined && ' and '}
      {owner !== undefined && <Owners {...owner} />} {verbOf(clause)}{' '}
      {clause.verb === 'etched' ? (
        <Etched clause={clause} />
      ) : (
        <>
          <Strong>
            <Amount digits={amount} />
          </Strong>
          {previous === undefined && (
            <>
              {' '}
              <Strong>
                <RuneName rune={rune} isInline />
              </Strong>
            </>
          )}
        </>
      )}
      <Receivers clause={clause} />
    </>
  )
}

function Strong({ children }: { children: ReactNode }) {
  return <span className="text-ink">{children}</span>
}

function Etched({ clause: { rune, amount } }: { clause: Clause }) {
  return (
    <>
      <Strong>
        <RuneName rune={rune} isInline />
      </Strong>
      {!isZero(amount) && (
        <>
          , premine{' '}
          <Strong>
            <Amount digits={amount} />
          </Strong>
        </>
      )}
    </>
  )
}

type Owner = { address: string | undefined; count: number }

/** The subject of a clause: who sent or burned, or who got what is new. Undefined if it is that of the one before. */
function ownerOf(clause: Clause, previous: Clause | undefined): Owner | undefined {
  const owner = subjectOf(clause)
  if (owner === undefined || previous === undefined) return owner
  const before = subjectOf(previous)
  return before?.address === owner.address && before?.count === owner.count ? undefined : owner
}

function subjectOf({ verb, from, from_count, to, to_count }: Clause): Owner | undefined {
  const isNew = verb === 'etched' || verb === 'minted'
  const [address, count] = isNew ? [to, to_count] : [from, from_count]
  return count === 0 ? undefined : { address, count }
}

function verbOf({ verb }: Clause): string {
  return verb === 'moved' ? 'moved to itself' : verb
}

function Owners({ address, count }: Owner) {
  if (address === undefined) {
    return (
      <>
        <Numeral value={count} /> addresses
      </>
    )
  }
  return (
    <Strong>
      <MarkedId text={address} to={addressLink(address)} />
    </Strong>
  )
}

function Receivers({ clause: { verb, to, to_count, outputs } }: { clause: Clause }) {
  if (verb !== 'sent') return null
  if (to_count === 1 && to !== undefined) {
    return (
      <>
        {' '}
        to{' '}
        <Strong>
          <MarkedId text={to} to={addressLink(to)} />
        </Strong>
      </>
    )
  }
  return (
    <>
      {' '}
      to <Numeral value={to_count === 0 ? outputs : to_count} />{' '}
      {to_count === 0 ? (outputs === 1 ? 'output' : 'outputs') : 'addresses'}
    </>
  )
}

function isZero(amount: string): boolean {
  return /^[0.]*$/.test(amount)
}

function partText(clause: Clause, previous: Clause | undefined): string {
  const { verb, amount, rune, to, to_count, outputs } = clause
  const owner = ownerOf(clause, previous)
  const subject =
    owner === undefined
      ? ''
      : `${owner.address === undefined ? `${owner.count} addresses` : shortenId(owner.address)} `
  const shown = formatDecimal(trimDecimal(amount), 'en')
  const start = previous === undefined ? '' : ' and '
  const name = nameOfRune(rune)
  if (verb === 'etched') {
    return `${start}${subject}etched ${name}${isZero(amount) ? '' : `, premine ${shown}`}`
  }
  const what = previous === undefined ? `${shown} ${name}` : shown
  const text = `${start}${subject}${verbOf(clause)} ${what}`
  if (verb !== 'sent') return text
  if (to_count === 1 && to !== undefined) return `${text} to ${shortenId(to)}`
  return `${text} to ${to_count === 0 ? `${outputs} outputs` : `${to_count} addresses`}`
}
