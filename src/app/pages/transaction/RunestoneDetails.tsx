import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { DecodedRunestone } from '../../../contract/schemas/names.ts'
import { Failure, useLastError } from '../../errors/Failure.tsx'
import { outputLink, runeLink } from '../../links.ts'
import type { EndpointQuery } from '../../query.ts'
import { RuneName } from '../../runes/RuneName.tsx'
import { DataTable, LIST_ID } from '../../ui/DataTable.tsx'
import { type FactList, Facts } from '../../ui/Facts.tsx'
import { CopyButton } from '../../ui/Id.tsx'
import { Unknown } from '../../ui/Notice.tsx'
import { Amount, Numeral } from '../../ui/numbers.tsx'
import { TableSkeleton } from '../../ui/Skeleton.tsx'
import { UntrustedText } from '../../ui/UntrustedText.tsx'

type Props = { query: EndpointQuery<DecodedRunestone>; txId: string }

export function RunestoneDetails({ query, txId }: Props) {
  const decoded = useQuery(query)
  const error = useLastError(decoded)
  if (error?.kind === 'not-found') {
    return (
      <Unknown title="The bytes of this transaction are not at hand">
        A service with a Bitcoin node can decode every transaction that moved runes.
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
        Everything goes to the first output that can hold it; without one, it is destroyed.
      </Unknown>
    )
  }
  return (
    <div id={LIST_ID} tabIndex={-1} className="mt-3 scroll-mt-18 space-y-4 outline-none">
      <Facts facts={factsOf({ ...runestone, script })} />
      {runestone.edicts.length > 0 && <Edicts runestone={runestone} txId={txId} />}
    </div>
  )
}

function factsOf(runestone: DecodedRunestone & { script: string }) {
  const { flaw, flaw_meaning, etching, mint, mint_rune, pointer, edict_count, script } = runestone
  return {
    Cenotaph: flaw !== undefined && (
      <>
        <span className="text-burn">{flaw_meaning}</span>{' '}
        <code className="font-mono text-xs text-muted">{flaw}</code>
      </>
    ),
    ...(etching && etchingFacts(etching)),
    Mints: mint !== undefined && (
      <>
        {mint_rune && <RuneName rune={mint_rune} />}{' '}
        <Link to={runeLink(mint)} className="link">
          {mint}
        </Link>
      </>
    ),
    Pointer: pointer !== undefined && (
      <>
        Output {pointer} <span className="text-muted">gets what no edict allocates</span>
      </>
    ),
    Edicts: flaw === undefined && <Numeral value={edict_count} />,
    Script: (
      <span className="flex items-start gap-1">
        <code className="max-h-24 overflow-y-auto font-mono text-xs break-all">{script}</code>
        <CopyButton text={script} label="Script" />
      </span>
    ),
  }
}

function etchingFacts(etching: NonNullable<DecodedRunestone['etching']>): FactList {
  const { spaced_name, name, symbol, divisibility, premine, turbo, terms = {} } = etching
  return {
    Etches: spaced_name ?? name ?? 'a rune with a reserved name',
    Symbol: symbol !== undefined && <UntrustedText text={symbol} />,
    Divisibility: divisibility,
    Premine: premine !== undefined && (
      <>
        <Numeral value={premine} /> <span className="text-muted">base units</span>
      </>
    ),
    Turbo: turbo && 'Yes',
    ...Object.fromEntries(
      Object.entries(terms).map(([term, value]) => [
        TERMS[term] ?? term,
        value !== undefined && <Numeral value={value} />,
      ]),
    ),
  }
}

const TERMS: Record<string, string> = {
  amount: 'Mint amount',
  cap: 'Mint cap',
  height_start: 'Mint from block',
  height_end: 'Mint before block',
  offset_start: 'Mint from offset',
  offset_end: 'Mint before offset',
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
          cell: (_, index) => index + 1,
        },
        {
          heading: 'Rune',
          area: 'name',
          cell: ({ rune, id }) =>
            rune === undefined ? (
              <Link to={runeLink(id)} className="quiet-link">
                {id === '0:0' ? 'the rune etched here' : id}
              </Link>
            ) : (
              <RuneName rune={rune} />
            ),
        },
        {
          heading: 'Amount',
          area: 'amount',
          isNumber: true,
          cell: ({ amount, shown_amount }) =>
            amount === '0' ? 'all that is left' : <Amount digits={shown_amount ?? amount} />,
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
                {output}
              </Link>
            ),
        },
      ]}
    />
  )
}
