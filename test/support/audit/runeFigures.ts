// The figures of a rune.
import type { Answers } from '../model/answers.ts'
import { shareOf } from '../model/facts.ts'
import type { ModelRefusal } from '../model/types.ts'
import type { Expected } from './compareFigures.ts'
import { columns, fields } from './fields.ts'

type Rune = ReturnType<Answers['rune']>
type Details = ReturnType<Answers['runeDetails']>

/** In a table. */
export function runeRows(runes: Rune[]): Expected {
  const isOpen = ({ mint_state, is_older }: Rune) => mint_state === 'mintable' && !is_older
  return {
    ...columns('rune', runes, ['holders', 'day_movements']),
    'rune.look_alikes': runes.map(({ look_alikes }) => look_alikes),
    'rune.supply': runes.map(supplyOf),
    'rune.timestamp': runes.map(({ location }) => location.timestamp),
    'rune.mint_start': runes.map(({ mint_state, mint_start }) =>
      mint_state === 'upcoming' ? mint_start : undefined,
    ),
    'rune.minted_percent': runes.map((rune) =>
      isOpen(rune) && isShareSaid(rune) ? mintedShare(rune) : undefined,
    ),
    'rune.total_mints': runes.map((rune) =>
      isOpen(rune) && !isShareSaid(rune) ? rune.supply.total_mints : undefined,
    ),
  }
}

/** On its page. */
export function runeFigures(rune: Details): Expected {
  const { supply, mint_terms, mint_start = 0, mint_end = 0, location, newest_block: newest } = rune
  return {
    ...fields('rune', rune, ['number', 'holders', 'day_movements', 'divisibility']),
    ...fields('rune', rune, ['mints_left', 'mint_start', 'mint_end', 'newest_mint']),
    ...fields('rune', rune, ['movements', 'recent_mints', 'max_supply', 'refusals']),
    ...fields('rune', supply, ['premine', 'minted', 'burned', 'total_mints', 'total_burns']),
    'rune.supply': supplyOf(rune),
    'rune.cap': capOf(rune),
    'rune.minted_percent': mintedShare(rune),
    // Ten minutes a block after the newest one.
    'estimate.date': new Set(
      [mint_start, mint_end].map(
        (height) => newest.timestamp + (height - newest.block_height) * 600,
      ),
    ),
    'rune.mint_amount': mint_terms.amount ?? undefined,
    'rune.timestamp': location.timestamp,
    'rune.block_height': location.block_height,
    'rune.tx_index': location.tx_index,
    'rune.payer_other_runes': rune.payer ? rune.payer.other_runes : undefined,
  }
}

/** Why its mints were refused. */
export function refusalRows(rune: Details, refused: ModelRefusal[]): Expected {
  const { mint_start = 0, mint_end = 0, newest_mint } = rune
  const cap = capOf(rune) === 1n ? undefined : capOf(rune)
  const rows = refused.map(({ reason, tx: { block } }) => {
    if (reason === 'after-cap') return { cap, block: newest_mint }
    if (reason === 'before-start') return { block: mint_start, early: mint_start - block.height }
    if (reason === 'after-end') return { block: mint_end, late: block.height + 1 - mint_end }
    return {}
  })
  return {
    ...columns('refusal', rows, ['cap', 'block', 'early', 'late']),
    'place.block_height': refused.map(({ tx }) => tx.block.height),
    'place.timestamp': refused.map(({ tx }) => tx.block.timestamp),
  }
}

function supplyOf({ supply, is_older }: Rune): string | undefined {
  return is_older ? undefined : supply.current
}

/** Of an older rune, nobody knows how many mints are left. */
function isShareSaid(rune: Rune): boolean {
  return capOf(rune) !== undefined
}

function mintedShare(rune: Rune): string {
  return shareOf(BigInt(rune.supply.total_mints), capOf(rune) ?? 0n)
}

export function capOf({ mints_left, supply }: Rune): bigint | undefined {
  return mints_left === undefined ? undefined : BigInt(mints_left) + BigInt(supply.total_mints)
}
