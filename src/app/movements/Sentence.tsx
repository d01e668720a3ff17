import type { Clause } from '../../contract/schemas/chain.ts'
import { shortenId } from '../ui/Id.tsx'
import { Amount, Count, formatDecimal, trimDecimal } from '../ui/numbers.tsx'
import { Owner } from './columns.tsx'
import { RuneName } from './RuneName.tsx'

const MAX_LINES = 3

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
          {piecesOf(line).map((piece, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have no other identity.
            <PieceOf key={index} piece={piece} />
          ))}
        </span>
      ))}
      {hidden > 0 && <span className="block text-base">+ {hidden} more</span>}
    </>
  )
}

export function sentenceText(clauses: Clause[]): string {
  const [first = [], ...others] = linesOf(clauses)
  const text = piecesOf(first).map(textOf).join('')
  return others.length > 0 ? `${text}, and ${others.length} more` : text
}

function linesOf(clauses: Clause[]): Clause[][] {
  const lines = new Map<string, Clause[]>()
  for (const clause of clauses) {
    const line = lines.get(clause.rune.id)
    if (line === undefined) lines.set(clause.rune.id, [clause])
    else line.push(clause)
  }
  return [...lines.values()]
}

type Piece =
  | string
  | { address: string }
  | { count: number; one: string; many: string }
  | { amount: string }
  | { rune: Clause['rune'] }

/** A line in pieces. What is the same as in the clause before is not repeated. */
function piecesOf(line: Clause[]): Piece[] {
  return line.flatMap((clause, index) => {
    const previous = line[index - 1]
    const owner = subjectOf(clause)
    const isSame = previous !== undefined && isSameOwner(owner, subjectOf(previous))
    const subject = owner === undefined || isSame ? [] : [pieceOf(owner), ' ']
    const verb = clause.verb === 'moved' ? 'moved to itself' : clause.verb
    const isStart = previous === undefined && subject.length === 0
    return [
      ...(previous === undefined ? [] : [' and ']),
      ...subject,
      `${isStart ? verb.replace(/^./, (letter) => letter.toUpperCase()) : verb} `,
      ...objectOf(clause, previous),
      ...receiversOf(clause),
    ]
  })
}

type Owners = { address: string | undefined; count: number }

/** Who sent or burned, or who got what is new. */
function subjectOf({ verb, from, from_count, to, to_count }: Clause): Owners | undefined {
  const isNew = verb === 'etched' || verb === 'minted'
  const [address, count] = isNew ? [to, to_count] : [from, from_count]
  return count === 0 ? undefined : { address, count }
}

function isSameOwner(one: Owners | undefined, other: Owners | undefined): boolean {
  return one?.address === other?.address && one?.count === other?.count
}

function pieceOf({ address, count }: Owners): Piece {
  return address === undefined ? { count, one: 'address', many: 'addresses' } : { address }
}

function objectOf({ verb, amount, rune }: Clause, previous: Clause | undefined): Piece[] {
  if (verb !== 'etched') return previous === undefined ? [{ amount }, ' ', { rune }] : [{ amount }]
  const hasPremine = /[1-9]/.test(amount)
  return hasPremine ? [{ rune }, ', premine ', { amount }] : [{ rune }]
}

function receiversOf({
  verb,
  to,
  to_count,
  outputs,
  outputs_without_address: others,
}: Clause): Piece[] {
  if (verb !== 'sent') return []
  if (to_count === 0) return [' to ', { count: outputs, one: 'output', many: 'outputs' }]
  return [
    ' to ',
    pieceOf({ address: to_count === 1 ? to : undefined, count: to_count }),
    ...(others === 0
      ? []
      : [
          ' and ',
          { count: others, one: 'output without an address', many: 'outputs without an address' },
        ]),
  ]
}

function PieceOf({ piece }: { piece: Piece }) {
  if (typeof piece === 'string') return piece
  if ('count' in piece) return <Count value={piece.count} one={piece.one} many={piece.many} />
  return (
    <span className="text-ink">
      {'address' in piece && <Owner address={piece.address} />}
      {'amount' in piece && <Amount digits={piece.amount} />}
      {'rune' in piece && <RuneName rune={piece.rune} isInline />}
    </span>
  )
}

function textOf(piece: Piece): string {
  if (typeof piece === 'string') return piece
  if ('address' in piece) return shortenId(piece.address)
  if ('rune' in piece) return piece.rune.spaced_name
  if ('amount' in piece) return formatDecimal(trimDecimal(piece.amount), 'en')
  return `${formatDecimal(String(piece.count), 'en')} ${piece.count === 1 ? piece.one : piece.many}`
}
