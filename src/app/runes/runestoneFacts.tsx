import { Link } from 'react-router-dom'
import type { DecodedRunestone } from '../../contract/schemas/names.ts'
import { runeLink } from '../links.ts'
import type { FactList } from '../ui/Facts.tsx'
import { Amount, Digits, type FigureName, Numeral, scaleAmount } from '../ui/numbers.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import { RuneName } from './RuneName.tsx'

export type DecodedEtching = NonNullable<DecodedRunestone['etching']>

export function nameOfEtching({ spaced_name, name }: DecodedEtching): string {
  return spaced_name ?? name ?? 'a rune with a reserved name'
}

/** What an etching says besides the name. */
export function etchingFacts(etching: DecodedEtching): FactList {
  const { symbol, divisibility, premine, turbo, terms = {} } = etching
  const { amount, cap, height_start, height_end, offset_start, offset_end } = terms
  return {
    Symbol: symbol !== undefined && <UntrustedText text={symbol} />,
    Divisibility: divisibility !== undefined && (
      <Numeral name="runestone.divisibility" value={divisibility} />
    ),
    Premine: premine !== undefined && (
      <Scaled name="runestone.premine" raw={premine} etching={etching} />
    ),
    Turbo: turbo && 'Yes',
    'Each mint': amount !== undefined && (
      <Scaled name="runestone.amount" raw={amount} etching={etching} />
    ),
    Cap: cap !== undefined && (
      <>
        <Numeral name="runestone.cap" value={cap} /> {cap === '1' ? 'mint' : 'mints'}
      </>
    ),
    'Mint from block': height_start !== undefined && (
      <Numeral name="runestone.height_start" value={height_start} />
    ),
    'Mint before block': height_end !== undefined && (
      <Numeral name="runestone.height_end" value={height_end} />
    ),
    'Mint from': offset_start !== undefined && (
      <Offset name="runestone.offset_start" blocks={offset_start} />
    ),
    'Mint before': offset_end !== undefined && (
      <Offset name="runestone.offset_end" blocks={offset_end} />
    ),
  }
}

/** Offsets may be as large as 2^64. */
function Offset({ name, blocks }: { name: FigureName; blocks: string }) {
  return (
    <>
      <Numeral name={name} value={blocks} /> {blocks === '1' ? 'block' : 'blocks'} after the etching
    </>
  )
}

type ScaledProps = { name: FigureName; raw: string; etching: DecodedEtching }

/** An amount with the divisibility applied, and as the etching has it. */
function Scaled({ name, raw, etching: { divisibility = 0 } }: ScaledProps) {
  const amount = scaleAmount(raw, divisibility)
  if (amount === undefined || divisibility === 0) return <Numeral name={name} value={raw} />
  return (
    <>
      <Digits name={name} digits={amount} />{' '}
      <span className="text-muted">
        · <Numeral name={`${name}_units`} value={raw} /> base units
      </span>
    </>
  )
}

type Edict = DecodedRunestone['edicts'][number]

type AmountProps = {
  edict: Edict
  etching: DecodedEtching | undefined
  /** What follows if it is no amount of a rune: "of". */
  joint?: string
}

/** Of a rune that the index does not have, the divisibility is not known. */
export function EdictAmount({ edict, etching, joint = '' }: AmountProps) {
  const { id, amount, shown_amount } = edict
  if (amount === '0') return `all that is left ${joint}`
  const own = id === '0:0' && etching ? scaleAmount(amount, etching.divisibility ?? 0) : undefined
  const shown = shown_amount ?? own
  if (shown !== undefined) return <Amount name="edict.amount" digits={shown} />
  return (
    <>
      <Amount name="edict.amount" digits={amount} />{' '}
      <span className="text-muted">base units {joint}</span>
    </>
  )
}

export function EdictRune({ edict: { id, rune } }: { edict: Edict }) {
  if (rune !== undefined) return <RuneName rune={rune} />
  if (id === '0:0') return 'the rune etched here'
  return (
    <Link to={runeLink(id)} className="quiet-link">
      {id}
    </Link>
  )
}

/** What becomes of what no edict moves, if anything is left. */
export function Rest({ runestone: { rest, pointer } }: { runestone: DecodedRunestone }) {
  const { output = pointer, is_burned: isBurned = false } = rest ?? {}
  if (output === undefined) {
    return (
      <span>
        What no edict moves{' '}
        {isBurned
          ? 'is burned: no output can hold it'
          : 'goes to the first output that can hold it'}
      </span>
    )
  }
  return (
    <span>
      What no edict moves goes to output <Numeral name="runestone.rest" value={output} />
      {isBurned && ', which burns it'}
      {pointer === undefined && ', the first that can hold it'}
    </span>
  )
}

/** Whether an edict moves less than it asks for. */
export function isShort({ amount, shown_amount, moved, output }: Edict, outputs: number): boolean {
  if (moved === undefined) return false
  if (!/[1-9]/.test(moved)) return true
  const isToOne = output < outputs
  return isToOne && shown_amount !== undefined && amount !== '0' && moved !== shown_amount
}

type ShortageProps = { edict: Edict; outputs: number; tense: 'past' | 'conditional' }

/** Of an edict that moves less than it asks for, how much. */
export function EdictShortage({ edict, outputs, tense }: ShortageProps) {
  const { moved } = edict
  if (moved === undefined || !isShort(edict, outputs)) return null
  if (!/[1-9]/.test(moved)) {
    return (
      <span className="text-warn">
        {tense === 'past'
          ? 'moved nothing: none was left'
          : 'would move nothing that this index knows'}
      </span>
    )
  }
  return (
    <span className="text-warn">
      {tense === 'past' ? 'moved' : 'would move'} only <Amount name="edict.moved" digits={moved} />
    </span>
  )
}
