// The figures of the home page.
import type { Answers } from '../model/answers.ts'
import { snapshotTokens } from '../tokens/snapshotTokens.ts'
import type { Expected } from './compareFigures.ts'
import { columns } from './fields.ts'
import { tokenFigures } from './rowFigures.ts'
import { runeRows } from './runeFigures.ts'
import { lineFigures } from './transactionFigures.ts'

const HIGHLIGHTS = 6
/** Below the stones, older blocks are shown in at least so many parts. */
const MIN_PARTS = 3

export function homeFigures(answers: Answers): Expected {
  const all = answers.blocks()
  const blocks = all.slice(0, 20)
  const pulse = answers.pulse()
  const hasStrip = pulse.results.length >= MIN_PARTS && all.length > blocks.length
  const parts = hasStrip ? pulse.results : []
  const most = Math.max(...parts.map(({ movements }) => movements))
  const busiest = parts.find(({ movements }) => movements === most)
  const runes = answers.runes({ order_by: 'day_movements' }).slice(0, 12)
  return {
    'index.blocks': all.length,
    'stones.blocks': blocks.length,
    ...columns(
      'stones',
      blocks.map(({ counts, movements }) => ({ ...counts, movements })).reverse(),
      ['transfers', 'mints', 'burns', 'etchings', 'movements'],
    ),
    'column.movements': new Set([...blocks, ...parts].map(({ movements }) => movements)),
    ...columns('pulse', parts, ['movements']),
    'pulse.busiest_from': busiest?.from ?? [],
    'pulse.busiest_to': busiest === undefined || busiest.from === busiest.to ? [] : busiest.to,
    'pulse.blocks': hasStrip ? all.length : [],
    'pulse.step': hasStrip ? pulse.step : [],
    ...highlightFigures(answers),
    ...runeRows(runes),
    'rune.supply': [],
    'rune.look_alikes': [],
    'rune.timestamp': [],
    ...tokenFigures(),
    'tokens.total': snapshotTokens().length,
  }
}

function highlightFigures(answers: Answers): Expected {
  const { results } = answers.highlights(HIGHLIGHTS)
  return {
    ...columns(
      'highlight',
      results.map(({ place }) => place),
      ['block_height', 'timestamp'],
    ),
    'highlight.share': results.map(({ share }) => share),
    ...lineFigures(results.map(({ clause }) => (clause === undefined ? [] : [clause]))),
  }
}
