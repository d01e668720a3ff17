import { useState } from 'react'
import { onDemand } from '../../onDemand.tsx'

const TransactionList = onDemand(
  async () => (await import('../../activity/TransactionList.tsx')).TransactionList,
)

type Props = {
  height: number
  /** The address of the page on which the record after `offset` stands. */
  linkToRecord: (offset: number) => string
}

/** The transactions of a block, asked for when the reader wants to see them. */
export function BlockTransactions({ height, linkToRecord }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="panel px-4 py-2 needs-scripts"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="font-semibold">Transactions in this block</summary>
      {isOpen && <TransactionList height={height} linkToRecord={linkToRecord} />}
    </details>
  )
}
