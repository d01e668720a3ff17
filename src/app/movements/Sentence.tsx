import { Fragment, type ReactNode } from 'react'
import type { Clause, TransactionDetails } from '../../contract/schemas/chain.ts'
import type { Refusal } from '../../contract/schemas/refusal.ts'
import { SearchLink } from '../lists/SearchLink.tsx'
import { RuneName } from '../runes/RuneName.tsx'
import { shortenId } from '../ui/Id.tsx'
import { Amount, Count, formatDecimal, trimDecimal } from '../ui/numbers.tsx'
import { Owner } from './columns.tsx'
import { RefusalSentence, refusalText } from './Refusals.tsx'

const MAX_LINES = 3

/** A pending transaction was refused nothing yet. */
type Said = Pick<TransactionDetails, 'clauses' | 'movements' | 'runes' | 'rune_count'> & {
  refusals?: Refusal[]
}

/** What is not in a block yet is said in the present; what is nowhere yet, as a condition. */
export type Tense = 'past' | 'present' | 'conditional'

type Props = {
  transaction: Said
  tense?: Tense
  /** Whether all runes have their line, where the page can say so. */
  isWhole?: boolean | undefined
}

/** The parameter of a URL that opens "+ 2 more runes". */
export const WHOLE_SENTENCE = { parameter: 'runes', value: 'all' }

export function Sentence({ transaction, tense = 'past', isWhole }: Props) {
  const { clauses, movements, refusals = [] } = transaction
  const lines = linesOf(clauses)
  const maxLines = isWhole ? lines.length : MAX_LINES - refusals.length
  const hidden = Math.max(0, lines.length - maxLines) + unsaidRunes(transaction)
  const more = (
    <>
      + <Count name="transaction.more_runes" value={hidden} one="more rune" many="more runes" />
    </>
  )
  if (lines.length === 0 && refusals.length === 0)
    return <Count name="transaction.movements" value={movements} one="movement" many="movements" />
  return (
    <>
      {refusals.map((refusal) => (
        <span key={refusal.part} className="block">
          <RefusalSentence refusal={refusal} />
        </span>
      ))}
      {lines.slice(0, maxLines).map((line) => (
        <span key={line[0]?.rune.id} className="block">
          {piecesOf(line, tense).map((piece, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have no other identity.
            <Fragment key={index}>{typeof piece === 'string' ? piece : piece.shown}</Fragment>
          ))}
        </span>
      ))}
      {hidden > 0 && (
        <span className="block text-base">
          {isWhole === false && lines.length > maxLines ? (
            <SearchLink
              changes={{ [WHOLE_SENTENCE.parameter]: WHOLE_SENTENCE.value }}
              className="link"
            >
              {more}
            </SearchLink>
          ) : (
            more
          )}
        </span>
      )}
    </>
  )
}

export function sentenceText(transaction: Said, tense: Tense = 'past'): string {
  const { clauses, movements, refusals = [] } = transaction
  const [first, ...others] = linesOf(clauses)
  const refused = refusals.map(refusalText).join('; ')
  if (first === undefined && refused !== '') return refused
  if (first === undefined) return countPiece(movements, 'movement', 'movements').text
  const more = others.length + unsaidRunes(transaction)
  const moved = piecesOf(first, tense)
    .map((piece) => (typeof piece === 'string' ? piece : piece.text))
    .join('')
  const text = refused === '' ? moved : `${refused}; ${moved}`
  return more > 0 ? `${text}, and ${countPiece(more, 'more rune', 'more runes').text}` : text
}

/** Of most runes, a transaction with many does not say what happened to them. */
function unsaidRunes({ runes, rune_count = 0 }: Said): number {
  return Math.max(0, rune_count - runes.length)
}

/** What a transaction did to each rune. Runes that only came back are said elsewhere, unless there are no others. */
function linesOf(clauses: Clause[]): Clause[][] {
  const lines = new Map<string, Clause[]>()
  const back = onlyBack(clauses)
  for (const clause of clauses) {
    if (back.includes(clause)) continue
    const line = lines.get(clause.rune.id)
    if (line === undefined) lines.set(clause.rune.id, [clause])
    else line.push(clause)
  }
  return [...lines.values()]
}

/** The runes that only came back to their owners, beside others that did not. */
export function onlyBack(clauses: Clause[]): Clause[] {
  const back = clauses.filter(({ verb }) => verb === 'moved')
  return back.length < clauses.length ? back : []
}

/** A part of a sentence as plain text, and as it is shown. */
type Piece = string | { text: string; shown: ReactNode }

function inked(text: string, shown: ReactNode): Piece {
  return { text, shown: <span className="text-ink">{shown}</span> }
}

function countPiece(count: number, one: string, many: string) {
  const text = `${formatDecimal(String(count), 'en')} ${count === 1 ? one : many}`
  return { text, shown: <Count name="clause.count" value={count} one={one} many={many} /> }
}

/** A line in pieces. What is the same as in the clause before is not repeated. */
function piecesOf(line: Clause[], tense: Tense): Piece[] {
  return line.flatMap((clause, index) => {
    const previous = line[index - 1]
    const pieces = clausePieces(clause, line, previous, tense)
    return previous === undefined || pieces.length === 0 ? pieces : [' and ', ...pieces]
  })
}

function clausePieces(
  clause: Clause,
  line: Clause[],
  previous: Clause | undefined,
  tense: Tense,
): Piece[] {
  const burned = line.find(({ is_new }) => is_new)
  const isEtched = line.some(({ verb }) => verb === 'etched')
  if (clause.verb === 'etched') return etchedPieces(clause, burned, tense)
  // Said with the premine.
  if (clause === burned && isEtched) return []
  const owner = clause.verb === 'minted' ? undefined : subjectOf(clause)
  if (owner === undefined) {
    const participle = clause === burned ? 'minted and burned' : VERBS[clause.verb].past
    const verb = ` ${passiveOf(tense, clause.amount)} ${participle}`
    return [...objectOf(clause, previous), verb, ...receiversOf(clause)]
  }
  const isSame = previous !== undefined && isSameOwner(owner, subjectOf(previous))
  return [
    ...(isSame ? [] : [ownersPiece(owner), ' ']),
    `${activeOf(clause.verb, owner, tense)} `,
    ...objectOf(clause, previous),
    ...receiversOf(clause),
  ]
}

const VERBS = {
  etched: { past: 'etched', present: 'etching', conditional: 'etch' },
  minted: { past: 'minted', present: 'minting', conditional: 'mint' },
  sent: { past: 'sent', present: 'sending', conditional: 'send' },
  burned: { past: 'burned', present: 'burning', conditional: 'burn' },
  moved: { past: 'moved to itself', present: 'moving to itself', conditional: 'move to itself' },
}

function activeOf(verb: Clause['verb'], { count }: Owners, tense: Tense): string {
  const word = VERBS[verb][tense].replace('itself', count > 1 ? 'themselves' : 'itself')
  if (tense === 'past') return word
  if (tense === 'conditional') return `would ${word}`
  return `${count > 1 ? 'are' : 'is'} ${word}`
}

/** Before a participle: "was", "were", "are being", "would be". */
function passiveOf(tense: Tense, amount = '1'): string {
  const isOne = trimDecimal(amount) === '1'
  if (tense === 'past') return isOne ? 'was' : 'were'
  return tense === 'present' ? `${isOne ? 'is' : 'are'} being` : 'would be'
}

type Owners = { address: string | undefined; count: number }

/**
 * "NAME was etched, premine 21,000,000 to bc1…": those who got it did not etch it. How much of a premine that
 * was burned in part each of them got, it does not say.
 */
function etchedPieces(clause: Clause, burned: Clause | undefined, tense: Tense): Piece[] {
  const etched = [namePiece(clause), ` ${passiveOf(tense)} etched`]
  if (!/[1-9]/.test(clause.amount)) return etched
  const premine = [...etched, ', premine ', amountPiece(clause)]
  if (burned === undefined) return [...premine, ...receiversOf(clause)]
  const isAll = burned.amount === clause.amount
  return [...premine, ', ', isAll ? 'all' : amountPiece(burned), ' of it burned']
}

function amountPiece({ amount }: Clause): Piece {
  return inked(
    formatDecimal(trimDecimal(amount), 'en'),
    <Amount name="clause.amount" digits={amount} />,
  )
}

function namePiece({ rune }: Clause): Piece {
  return inked(rune.spaced_name, <RuneName rune={rune} isInline />)
}

/** Who sent, burned or moved. Nobody is known to have minted: units were minted to those who got them. */
function subjectOf({ from, from_count }: Clause): Owners | undefined {
  return from_count === 0 ? undefined : { address: from, count: from_count }
}

function isSameOwner(one: Owners | undefined, other: Owners | undefined): boolean {
  return one?.address === other?.address && one?.count === other?.count
}

function ownersPiece({ address, count }: Owners): Piece {
  if (address === undefined) return countPiece(count, 'address', 'addresses')
  return inked(shortenId(address), <Owner address={address} />)
}

function objectOf(clause: Clause, previous: Clause | undefined): Piece[] {
  const moved = amountPiece(clause)
  return previous === undefined ? [moved, ' ', namePiece(clause)] : [moved]
}

function receiversOf(clause: Clause): Piece[] {
  const { verb, to, to_count, outputs, outputs_without_address: others } = clause
  if (verb === 'burned' || verb === 'moved' || outputs === 0) return []
  if (to_count === 0) return [' to ', withoutAddress(outputs)]
  const receivers = ownersPiece({ address: to_count === 1 ? to : undefined, count: to_count })
  if (others === 0) return [' to ', receivers]
  return [' to ', receivers, ' and ', withoutAddress(others)]
}

function withoutAddress(outputs: number): Piece {
  if (outputs === 1) return 'an output without an address'
  return countPiece(outputs, 'output without an address', 'outputs without an address')
}
