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
  EdictShortage,
  etchingFacts,
  nameOfEtching,
  Rest,
} from './runestoneFacts.tsx'

type Props = {
  runestone: DecodedRunestone
  /** What is said of the parts that would be refused. */
  refused: { mint?: ReactNode; etching?: ReactNode }
}
type Part = DecodedRunestone['parts'][number]['part']

/** What the runestone of a transaction that no block has says, each part beside its bytes: the legend of their tints. */
export function RunestoneParts({ runestone, refused }: Props) {
  const { flaw, mint, mint_rune, pointer, etching, edict_count, edicts } = runestone
  const bytesOf = (part: Part, edict?: number) => (
    <Bytes runestone={runestone} part={part} edict={edict} />
  )
  return (
    <dl className="panel divide-y divide-line text-sm">
      {etching !== undefined && (
        <Row name="Etching" bytes={bytesOf('etching')}>
          <EtchedRune etching={etching} />
          {refused.etching}
        </Row>
      )}
      {mint !== undefined && (
        <Row name="Mint" bytes={bytesOf('mint')}>
          {mint_rune && <RuneName rune={mint_rune} />}{' '}
          <Link to={runeLink(mint)} className="quiet-link text-muted">
            {mint}
          </Link>
          {refused.mint}
        </Row>
      )}
      {flaw === undefined && (
        <Row name={pointer === undefined ? 'Rest' : 'Pointer'} bytes={bytesOf('pointer')}>
          <Rest runestone={runestone} />
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
      {ignoredParts(runestone).map(({ part, name }) => (
        <Row key={part} name={name} bytes={bytesOf(part)}>
          ignored, because the runestone is malformed
        </Row>
      ))}
      {runestone.parts.some(({ part }) => part === 'other') && (
        <Row name="Other" bytes={bytesOf('other')}>
          {flaw === undefined ? 'says nothing that is known' : 'not known, or cannot be read'}
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

/** What counts for nothing in a cenotaph: all but a mint with a valid id, and a name that is etched. */
function ignoredParts({ flaw, etching, mint, parts }: DecodedRunestone) {
  if (flaw === undefined) return []
  const ignored: { part: Part; name: string }[] = [
    ...(etching === undefined ? [{ part: 'etching' as const, name: 'Etching' }] : []),
    ...(mint === undefined ? [{ part: 'mint' as const, name: 'Mint' }] : []),
    { part: 'pointer', name: 'Pointer' },
    { part: 'edict', name: 'Edicts' },
  ]
  return ignored.filter(({ part }) => parts.some((one) => one.part === part))
}

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
      <EdictShortage edict={edict} outputs={outputs} tense="conditional" />
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
