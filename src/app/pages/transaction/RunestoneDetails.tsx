import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { TransactionDetails } from '../../../contract/schemas/chain.ts'
import type { DecodedRunestone } from '../../../contract/schemas/names.ts'
import type { Refusal } from '../../../contract/schemas/refusal.ts'
import { Failure, useLastError } from '../../errors/Failure.tsx'
import { outputLink, runeLink } from '../../links.ts'
import { RefusalNote, reasonText } from '../../movements/Refusals.tsx'
import type { EndpointQuery } from '../../query.ts'
import { RuneName } from '../../runes/RuneName.tsx'
import {
  EdictAmount,
  EdictRune,
  EdictShortage,
  etchingFacts,
  isShort,
  nameOfEtching,
  Rest,
} from '../../runes/runestoneFacts.tsx'
import { DataTable, LIST_ID } from '../../ui/DataTable.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { CopyButton } from '../../ui/Id.tsx'
import { Unknown } from '../../ui/Notice.tsx'
import { Numeral } from '../../ui/numbers.tsx'
import { TableSkeleton } from '../../ui/Skeleton.tsx'

type Props = {
  query: EndpointQuery<DecodedRunestone>
  transaction: TransactionDetails
  /** Whether it is not the list of its page, to which readers can skip. */
  isFurther?: boolean
}

export function RunestoneDetails({ query, transaction, isFurther = false }: Props) {
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
      <p className="mt-3 text-sm text-muted">
        No runestone: everything goes to the first output that can hold it; without one, it is
        burned.
      </p>
    )
  }
  return (
    <div
      id={isFurther ? undefined : LIST_ID}
      tabIndex={-1}
      className="mt-3 scroll-mt-18 space-y-4 outline-none"
    >
      <Facts facts={factsOf({ ...runestone, script }, transaction)} />
      {runestone.edicts.length > 0 && (
        <Edicts runestone={runestone} txId={transaction.place.tx_id} />
      )}
    </div>
  )
}

function factsOf(
  runestone: DecodedRunestone & { script: string },
  { refusals }: TransactionDetails,
) {
  const refused = (part: Refusal['part']) => {
    const refusal = refusals.find((one) => one.part === part)
    return refusal && <RefusalNote refusal={refusal} verb="refused" text={reasonText(refusal)} />
  }
  const { flaw, etching, mint, mint_rune, pointer, edict_count, script } = runestone
  return {
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
        {refused('mint')}
      </>
    ),
    ...(flaw === undefined && {
      [pointer === undefined ? 'Rest' : 'Pointer']: <Rest runestone={runestone} />,
    }),
    Edicts: flaw === undefined && <Numeral name="runestone.edict_count" value={edict_count} />,
    Script: (
      <span className="flex items-start gap-1">
        <code className="max-h-24 overflow-y-auto font-mono text-xs break-all">{script}</code>
        <CopyButton text={script} label="Script" />
      </span>
    ),
  }
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
        runestone.edicts.some((edict) => isShort(edict, runestone.outputs))
          ? {
              heading: 'Outcome',
              area: 'meta',
              label: '',
              cell: (edict) => (
                <EdictShortage edict={edict} outputs={runestone.outputs} tense="past" />
              ),
            }
          : undefined,
      ]}
    />
  )
}
