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
  const { amount, cap, ...heights } = terms
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
    ...Object.fromEntries(
      Object.entries(heights).map(([term, value]) => [
        TERMS[term] ?? term,
        value !== undefined && <Numeral name={`runestone.${term}`} value={value} />,
      ]),
    ),
  }
}

const TERMS: Record<string, string> = {
  height_start: 'Mint from block',
  height_end: 'Mint before block',
  offset_start: 'Mint from offset',
  offset_end: 'Mint before offset',
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
