import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { LeadingGroup } from '../../../contract/schemas/alike.ts'
import type { BlockDetails } from '../../../contract/schemas/chain.ts'
import { blockLink } from '../../links.ts'
import { coveragePrefix } from '../../movements/CoverageNote.tsx'
import { RuneName } from '../../runes/RuneName.tsx'
import { type FigureName, formatDecimal, Numeral } from '../../ui/numbers.tsx'

/** A part of a sentence as plain text, and as it is shown. */
type Piece = { text: string; shown: ReactNode }

type Said = Pick<BlockDetails, 'movements' | 'counts' | 'runes' | 'leading' | 'covers'>

/** What happened in a block: "271 of 460 movements are mints of … to 16 addresses. 5 runes were etched." */
export function blockSentence(block: Said): { text: string; shown: ReactNode } {
  const pieces = [...coverage(block), ...leading(block), ...etched(block)]
  return {
    text: pieces.map(({ text }) => text).join(''),
    shown: pieces.map(({ shown }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence have no other identity.
      <Fragment key={index}>{shown}</Fragment>
    )),
  }
}

/** Of a block in which no rune moved, where the nearest movements are. */
export function NearestMoving({ block }: { block: BlockDetails }) {
  const nearest = [
    { name: 'before', height: block.previous_moving },
    { name: 'after', height: block.next_moving },
  ] as const
  const known = nearest.flatMap(({ name, height }) =>
    height === undefined ? [] : { name, height },
  )
  if (known.length === 0) return null
  return (
    <>
      {' Runes moved '}
      {known.map(({ name, height }, index) => (
        <Fragment key={name}>
          {index > 0 && ', and '}
          {name} it in block{' '}
          <Link to={blockLink(height)} className="link text-ink">
            <Numeral name={`${name}.block_height`} value={height} />
          </Link>
        </Fragment>
      ))}
      .
    </>
  )
}

/** Of a late index, the figures are about a part of the runes. */
function coverage({ covers, movements }: Said): Piece[] {
  if (covers === undefined || movements === 0) return []
  const { from, also } = covers
  return [
    {
      text: coveragePrefix(covers),
      shown: (
        <>
          Of runes etched since {number('index.from', from).shown}
          {also === undefined ? ': ' : `, and ${also}: `}
        </>
      ),
    },
  ]
}

function leading({ leading: group, movements, counts, runes = 0, covers }: Said): Piece[] {
  if (movements === 0) return [words(`No rune ${covers ? 'of this index ' : ''}moved.`)]
  if (movements === counts.etchings) return []
  if (group === undefined) return plain(movements, runes)
  const { type, rune, rune_movements } = group
  const isAllOfType = group.movements === rune_movements
  const name = {
    text: rune.spaced_name,
    shown: (
      <span className="text-ink">
        <RuneName rune={rune} isInline />
      </span>
    ),
  }
  return [
    ...(rune_movements === movements
      ? [words('All '), number('block.movements', movements)]
      : [
          number('leading.rune_movements', rune_movements),
          words(' of '),
          number('block.movements', movements),
        ]),
    words(` movements are ${isAllOfType ? `${type}s ` : ''}of `),
    name,
    ...(isAllOfType ? [] : mostOf(group)),
    ...parties(group),
    words('. '),
  ]
}

/** ", 23 of them transfers" */
function mostOf({ type, movements }: LeadingGroup): Piece[] {
  return [
    words(', '),
    number('leading.movements', movements),
    words(` of them ${type}${movements === 1 ? '' : 's'}`),
  ]
}

/** " to 17 addresses, and 3 to no address". */
function parties({ type, addresses, without_address: others }: LeadingGroup): Piece[] {
  const preposition = type === 'burn' ? 'by' : 'to'
  if (addresses === 0) return [words(` ${preposition} no address`)]
  return [
    words(` ${preposition} `),
    number('leading.addresses', addresses),
    words(addresses === 1 ? ' address' : ' addresses'),
    ...(others === 0
      ? []
      : [
          words(', and '),
          number('leading.without_address', others),
          words(` ${preposition} no address`),
        ]),
  ]
}

/** No type of one rune stands out. */
function plain(movements: number, runes: number): Piece[] {
  return [
    number('block.movements', movements),
    words(movements === 1 ? ' movement of ' : ' movements of '),
    number('block.runes', runes),
    words(runes === 1 ? ' rune. ' : ' runes. '),
  ]
}

function etched({ counts: { etchings } }: Said): Piece[] {
  if (etchings === 0) return []
  return [
    number('block.etchings', etchings),
    words(etchings === 1 ? ' rune was etched.' : ' runes were etched.'),
  ]
}

function words(text: string): Piece {
  return { text, shown: text }
}

function number(name: FigureName, value: number): Piece {
  return {
    text: formatDecimal(String(value), 'en'),
    shown: (
      <span className="text-ink">
        <Numeral name={name} value={value} />
      </span>
    ),
  }
}
