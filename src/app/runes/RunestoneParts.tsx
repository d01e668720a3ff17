import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { DecodedRunestone } from '../../contract/schemas/names.ts'
import { runeLink } from '../links.ts'
import { knownFacts } from '../ui/Facts.tsx'
import { Count, Numeral } from '../ui/numbers.tsx'
import { PART_LOOKS } from './partLooks.ts'
import { RuneName } from './RuneName.tsx'
import {
  type DecodedEtching,
  EdictAmount,
  EdictRune,
  etchingFacts,
  nameOfEtching,
} from './runestoneFacts.tsx'

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
          <EtchedRune etching={etching} />
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
  return (
    <>
      <EdictAmount edict={edict} etching={etching} joint="of" /> <EdictRune edict={edict} />{' '}
      {edict.output === outputs ? (
        'to each output'
      ) : (
        <>
          to output <Numeral name="edict.output" value={edict.output} />
        </>
      )}
    </>
  )
}

function EtchedRune({ etching }: { etching: DecodedEtching }) {
  return (
    <>
      <span className="w-full font-medium">{nameOfEtching(etching)}</span>
      {knownFacts(etchingFacts(etching)).map(([name, fact]) => (
        <span key={name} className="pe-2">
          <span className="text-muted">{name}</span> {fact}
        </span>
      ))}
    </>
  )
}
