import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { DecodedRunestone } from '../../contract/schemas/names.ts'
import { runeLink } from '../links.ts'
import { Amount, Count, Numeral, scaleAmount } from '../ui/numbers.tsx'
import { UntrustedText } from '../ui/UntrustedText.tsx'
import { PART_LOOKS } from './partLooks.ts'
import { RuneName } from './RuneName.tsx'

type Props = { runestone: DecodedRunestone }
type Part = DecodedRunestone['parts'][number]['part']

/** What a runestone says, each part beside its bytes: the legend of their tints. */
export function RunestoneParts({ runestone }: Props) {
  const { mint, mint_rune, pointer, etching, edict_count, edicts } = runestone
  const bytesOf = (part: Part, edict?: number) => (
    <Bytes runestone={runestone} part={part} edict={edict} />
  )
  return (
    <dl className="panel divide-y divide-line text-sm">
      {etching !== undefined && (
        <Row name="Etching" bytes={bytesOf('etching')}>
          <Etching etching={etching} />
        </Row>
      )}
      {mint !== undefined && (
        <Row name="Mint" bytes={bytesOf('mint')}>
          {mint_rune && <RuneName rune={mint_rune} />}{' '}
          <Link to={runeLink(mint)} className="quiet-link text-muted">
            {mint}
          </Link>
        </Row>
      )}
      {pointer !== undefined && (
        <Row name="Pointer" bytes={bytesOf('pointer')}>
          what is left goes to output <Numeral name="runestone.pointer" value={pointer} />
        </Row>
      )}
      {edicts.slice(0, MAX_EDICTS).map((edict, index) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: edicts may be equal.
          key={index}
          name={edict_count > 1 ? `Edict ${index + 1}` : 'Edict'}
          bytes={bytesOf('edict', index)}
        >
          <Edict edict={edict} runestone={runestone} />
        </Row>
      ))}
      {edict_count > MAX_EDICTS && (
        <Row name="Edicts" bytes={undefined}>
          and{' '}
          <Count name="runestone.more_edicts" value={edict_count - MAX_EDICTS} one="more edict" />
        </Row>
      )}
      {runestone.flaw !== undefined &&
        IGNORED.filter(({ part }) => runestone.parts.some((one) => one.part === part)).map(
          ({ part, name }) => (
            <Row key={part} name={name} bytes={bytesOf(part)}>
              ignored, because the runestone is malformed
            </Row>
          ),
        )}
      {runestone.parts.some(({ part }) => part === 'other') && (
        <Row name="Other" bytes={bytesOf('other')}>
          says nothing that is known
        </Row>
      )}
      {runestone.parts.every(({ part }) => part === 'header') && (
        <Row name="Nothing" bytes={bytesOf('header')}>
          it is empty
        </Row>
      )}
    </dl>
  )
}

const MAX_EDICTS = 20

/** What counts for nothing in a cenotaph. */
const IGNORED: { part: Part; name: string }[] = [
  { part: 'pointer', name: 'Pointer' },
  { part: 'edict', name: 'Edicts' },
]

function Row({ name, bytes, children }: { name: string; bytes: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_minmax(0,1fr)_auto] items-start gap-2 px-4 py-2.25 phone:grid-cols-[4rem_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-1.5">{children}</dd>
      <dd className="max-w-52 phone:col-start-2 phone:max-w-none phone:justify-self-start empty:hidden">
        {bytes}
      </dd>
    </div>
  )
}

/** In bytes: more are not shown here, but tinted in the form. */
const MAX_BYTES = 48

/** The bytes of a part, which may be in several places. */
function Bytes(props: { runestone: DecodedRunestone; part: Part; edict: number | undefined }) {
  const { script = '', parts } = props.runestone
  const hex = parts
    .filter(({ part, edict }) => {
      return part === props.part && (props.edict === undefined || edict === props.edict)
    })
    .map(({ start, end }) => script.slice(2 * start, 2 * end))
    .join('')
  if (hex === '') return null
  const bytes = hex.match(/../g) ?? []
  return (
    <code
      dir="ltr"
      className={`block rounded-[3px] px-1.5 font-mono text-xs/5 ${PART_LOOKS[props.part]}`}
    >
      {bytes.slice(0, MAX_BYTES).join(' ')}
      {bytes.length > MAX_BYTES && ' …'}
    </code>
  )
}

type EdictProps = { edict: DecodedRunestone['edicts'][number]; runestone: DecodedRunestone }

function Edict({ edict, runestone: { etching, outputs } }: EdictProps) {
  const { id, rune, amount, shown_amount, output } = edict
  const own = id === '0:0' && etching ? scaleAmount(amount, etching.divisibility ?? 0) : undefined
  const shown = shown_amount ?? own
  return (
    <>
      {amount === '0' ? (
        'all that is left of'
      ) : (
        <Amount name="edict.amount" digits={shown ?? amount} />
      )}
      {amount !== '0' && shown === undefined && <span className="text-muted">base units of</span>}{' '}
      {rune ? <RuneName rune={rune} /> : <EdictRune id={id} />}{' '}
      {output === outputs ? (
        'to each output'
      ) : (
        <>
          to output <Numeral name="edict.output" value={output} />
        </>
      )}
    </>
  )
}

function EdictRune({ id }: { id: string }) {
  if (id === '0:0') return <>the rune etched here</>
  return (
    <Link to={runeLink(id)} className="quiet-link">
      {id}
    </Link>
  )
}

type EtchingProps = { etching: NonNullable<DecodedRunestone['etching']> }

function Etching({ etching }: EtchingProps) {
  const { spaced_name, name, symbol, divisibility = 0, premine, terms } = etching
  return (
    <>
      <span className="font-medium">{spaced_name ?? name ?? 'a rune whose name is given'}</span>
      {symbol !== undefined && <UntrustedText text={symbol} />}
      {premine !== undefined && (
        <span className="text-muted">
          premine{' '}
          <Amount name="etching.premine" digits={scaleAmount(premine, divisibility) ?? premine} />
        </span>
      )}
      {terms?.cap !== undefined && terms.amount !== undefined && (
        <span className="text-muted">
          <Numeral name="etching.cap" value={terms.cap} /> {terms.cap === '1' ? 'mint' : 'mints'} of{' '}
          <Amount
            name="etching.amount"
            digits={scaleAmount(terms.amount, divisibility) ?? terms.amount}
          />
        </span>
      )}
    </>
  )
}
