import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { DecodedRunestone } from '../../../contract/schemas/names.ts'
import type { Refusal } from '../../../contract/schemas/refusal.ts'
import { Failure, useLastError } from '../../errors/Failure.tsx'
import { outputLink, runeLink } from '../../links.ts'
import { reasonText } from '../../movements/Refusals.tsx'
import type { EndpointQuery } from '../../query.ts'
import { RuneName } from '../../runes/RuneName.tsx'
import { EdictAmount, EdictRune, etchingFacts, nameOfEtching } from '../../runes/runestoneFacts.tsx'
import { DataTable, LIST_ID } from '../../ui/DataTable.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { CopyButton } from '../../ui/Id.tsx'
import { Unknown } from '../../ui/Notice.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { TableSkeleton } from '../../ui/Skeleton.tsx'

type Props = {
  query: EndpointQuery<DecodedRunestone>
  txId: string
  /** What of it did not happen. */
  refusals: Refusal[]
  /** Whether it is not the list of its page, to which readers can skip. */
  isFurther?: boolean
}

export function RunestoneDetails({ query, txId, refusals, isFurther = false }: Props) {
  const decoded = useQuery(query)
  const error = useLastError(decoded)
  if (error?.kind === 'not-found') {
    return (
      <Unknown title="The bytes of this transaction are not at hand">
        A service can decode a transaction if its Bitcoin node has the block.
      </Unknown>
    )
  }
  if (error !== null) return <Failure error={error} />
  if (decoded.data === undefined) return <TableSkeleton rows={3} />
  const runestone = decoded.data.value
  const { script } = runestone
  if (script === undefined) {
    return (
      <Unknown title="No runestone">
        Everything goes to the first output that can hold it; without one, it is burned.
      </Unknown>
    )
  }
  return (
    <div
      id={isFurther ? undefined : LIST_ID}
      tabIndex={-1}
      className="mt-3 scroll-mt-18 space-y-4 outline-none"
    >
      <Facts facts={factsOf({ ...runestone, script }, refusals)} />
      {runestone.edicts.length > 0 && <Edicts runestone={runestone} txId={txId} />}
    </div>
  )
}

function factsOf(runestone: DecodedRunestone & { script: string }, refusals: Refusal[]) {
  const refused = (part: Refusal['part']) => {
    const refusal = refusals.find((one) => one.part === part)
    return refusal && <RefusedPart refusal={refusal} />
  }
  const { flaw, flaw_meaning, etching, mint, mint_rune, pointer, edict_count, script } = runestone
  return {
    Cenotaph: flaw !== undefined && (
      <>
        <span className="text-burn">{flaw_meaning}</span>{' '}
        <code className="font-mono text-xs text-muted">{flaw}</code>
      </>
    ),
    Etches: etching && (
      <>
        {nameOfEtching(etching)}
        {refused('etching')}
      </>
    ),
    ...(etching && etchingFacts(etching)),
    Mints: mint !== undefined && (
      <>
        {mint_rune && <RuneName rune={mint_rune} />}{' '}
        <Link to={runeLink(mint)} className="link">
          {mint}
        </Link>
        {refused('mint') ??
          (flaw !== undefined && <span className="text-burn"> and burned at once</span>)}
      </>
    ),
    Pointer: pointer !== undefined && (
      <>
        Output <Numeral name="runestone.pointer" value={pointer} />{' '}
        <span className="text-muted">gets what no edict allocates</span>
      </>
    ),
    Edicts: flaw === undefined && <Numeral name="runestone.edict_count" value={edict_count} />,
    Script: (
      <span className="flex items-start gap-1">
        <code className="max-h-24 overflow-y-auto font-mono text-xs break-all">{script}</code>
        <CopyButton text={script} label="Script" />
      </span>
    ),
  }
}

/** "refused", and why. */
function RefusedPart({ refusal }: { refusal: Refusal }) {
  return (
    <span className="block text-sm text-warn">
      <span className="font-semibold">
        {refusal.reason === 'older-rune' ? 'not known' : 'refused'}
      </span>
      : {reasonText(refusal)}
    </span>
  )
}

function Edicts({ runestone, txId }: { runestone: DecodedRunestone; txId: string }) {
  return (
    <DataTable
      isFurther
      caption="The edicts, in order"
      rows={runestone.edicts}
      keyOf={(_, index) => String(index)}
      columns={[
        {
          heading: 'Edict',
          area: 'none',
          className: 'w-20 text-muted',
          cell: (_, index) => <Numeral name="edict.number" value={index + 1} />,
        },
        {
          heading: 'Rune',
          area: 'name',
          cell: (edict) => <EdictRune edict={edict} />,
        },
        {
          heading: 'Amount',
          area: 'amount',
          isNumber: true,
          cell: (edict) => <EdictAmount edict={edict} etching={runestone.etching} />,
        },
        {
          heading: 'Output',
          area: 'meta',
          isNumber: true,
          cell: ({ output }) =>
            output >= runestone.outputs ? (
              'each output'
            ) : (
              <Link to={outputLink(`${txId}:${output}`)} className="quiet-link">
                <Numeral name="edict.output" value={output} />
              </Link>
            ),
        },
      ]}
    />
  )
}
