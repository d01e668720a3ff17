// The figures of a rune.
import type { Answers } from '../model/answers.ts'
import { compare, DAY, dateOf, shareOf } from '../model/facts.ts'
import type { ModelRune } from '../model/types.ts'
import type { Expected } from './compareFigures.ts'
import { columns, fields } from './fields.ts'

type Rune = ReturnType<Answers['rune']>

/** What the history shows. */
const DAYS = 28

/** In a table. */
export function runeRows(runes: Rune[]): Expected {
  const isOpen = ({ mint_state }: Rune) => mint_state === 'mintable'
  return {
    ...columns('rune', runes, ['holders', 'day_movements']),
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
export function runeFigures(rune: ReturnType<Answers['runeDetails']>): Expected {
  const { supply, mint_terms, mint_start = 0, mint_end = 0, location, newest_block: newest } = rune
  return {
    ...fields('rune', rune, ['number', 'holders', 'day_movements', 'divisibility']),
    ...fields('rune', rune, ['mints_left', 'mint_start', 'mint_end', 'newest_mint']),
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

/** A column for each of the last 28 days, from the first one with records on. */
export function historyFigures(answers: Answers, rune: ModelRune): Expected {
  const { first_date = '', newest_date, before, results } = answers.history(rune, { days: DAYS })
  const newest = Date.parse(newest_date) / 1000
  const dates = Array.from({ length: DAYS }, (_, day) => dateOf(newest - (DAYS - 1 - day) * DAY))
  let last = before
  const days = dates
    .filter((date) => date >= first_date)
    .map((date) => {
      const found = results.find((day) => day.date === date)
      last = found ?? last
      const { movements = 0, transfers = 0, burns = 0 } = found ?? {}
      const etchings = found && date === first_date && rune.tx ? 1 : 0
      const mints = movements - transfers - burns - etchings
      const { holders = 0, supply = '0' } = last ?? {}
      return { transfers, mints, burns, etchings, holders, supply, movements }
    })
  if (days.length < 3) return {}
  return {
    ...columns('history', days, ['transfers', 'mints', 'burns', 'etchings', 'holders', 'supply']),
    'history.first_holders': days[0]?.holders,
    'history.last_holders': days.at(-1)?.holders,
    'column.movements': new Set(days.map(({ movements }) => movements)),
  }
}

function supplyOf({ supply, is_older }: Rune): string | undefined {
  return is_older ? undefined : supply.current
}

/** Where less than a hundredth of a percent is minted, the number of mints says more. */
function isShareSaid(rune: Rune): boolean {
  return compare(mintedShare(rune), '0.01') >= 0 || rune.supply.total_mints === '0'
}

function mintedShare(rune: Rune): string {
  return shareOf(BigInt(rune.supply.total_mints), capOf(rune) ?? 0n)
}

function capOf({ mints_left, supply }: Rune): bigint | undefined {
  return mints_left === undefined ? undefined : BigInt(mints_left) + BigInt(supply.total_mints)
}
