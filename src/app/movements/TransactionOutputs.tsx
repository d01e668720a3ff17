import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import type { TransactionInput, TransactionOutput } from '../../contract/schemas/address.ts'
import { UnspentBadge } from '../endOfIndex.tsx'
import { outputLink, transactionLink } from '../links.ts'
import { endpointQuery } from '../query.ts'
import type { Column } from '../ui/DataTable.tsx'
import { Id } from '../ui/Id.tsx'
import { Numeral } from '../ui/numbers.tsx'
import { BeingSpent, type SpendsNow } from './BeingSpent.tsx'
import { Owner } from './columns.tsx'
import type { OutputList } from './OutputList.tsx'

type ListProps<Row extends TransactionInput | TransactionOutput> = Omit<
  ComponentProps<typeof OutputList<Row>>,
  'query'
>

type Query = { txId: string; paging: { limit: number; offset: number } }

export function inputsQuery({ txId: tx_id, paging }: Query) {
  return endpointQuery('transactionInputs', { tx_id, ...paging })
}

export function outputsQuery({ txId: tx_id, paging }: Query) {
  return endpointQuery('transactionOutputs', { tx_id, ...paging })
}

export const OWNER: Column<{ address?: string | undefined }> = {
  heading: 'Owner',
  area: 'meta',
  className: 'w-52',
  cell: ({ address }) => <Owner address={address} />,
}

/** What the spent outputs held, and which transaction made each: so a unit can be followed back. */
export const INPUTS: ListProps<TransactionInput> = {
  caption: 'Inputs of the transaction',
  heading: 'Output spent',
  empty: 'It spent no output with runes',
  link: ({ output }) => <Id text={output} to={outputLink(output)} />,
  width: 'w-44',
  hasSpends: false,
  columns: () => [
    OWNER,
    {
      heading: 'Made by',
      area: 'meta',
      className: 'w-40',
      cell: ({ place }) => <Id text={place.tx_id} to={transactionLink(place.tx_id)} />,
    },
    {
      heading: 'In block',
      area: 'meta',
      isNumber: true,
      className: 'w-28',
      cell: ({ place }) => <Numeral name="input.block_height" value={place.block_height} />,
    },
  ],
}

/** Of the transaction, whether it is in a block or not. */
export const OWN_OUTPUTS = {
  caption: 'Outputs of the transaction',
  link: ({ output, vout }: Pick<TransactionOutput, 'output' | 'vout'>) => (
    <Link to={outputLink(output)} className="quiet-link">
      <span className="sr-only">Output </span>
      <Numeral name="output.vout" value={vout} />
    </Link>
  ),
  width: 'w-24',
}

export const OUTPUTS: ListProps<TransactionOutput> = {
  ...OWN_OUTPUTS,
  empty: 'No output got runes',
  columns: (spends) => [OWNER, spentByColumn(spends)],
}

function spentByColumn(spends: SpendsNow): Column<TransactionOutput> {
  return {
    heading: 'Spent by',
    area: 'meta',
    label: '',
    className: 'w-52',
    cell: ({ output, spent_by }) =>
      spent_by === undefined ? (
        <>
          <UnspentBadge /> <BeingSpent by={spends.get(output)} />
        </>
      ) : (
        <>
          <span className="text-muted wide:sr-only">spent by </span>
          <Id text={spent_by.tx_id} to={transactionLink(spent_by.tx_id)} />
        </>
      ),
  }
}
