import { OperationBadge } from '../../activity/OperationBadge.tsx'

/** The fill of each known operation, in the order of every bar. */
export const FILLS = new Map([
  ['etching', 'fill-etching'],
  ['mint', 'fill-mint'],
  ['burn', 'fill-burn'],
  ['send', 'fill-send'],
  ['receive', 'fill-receive'],
])
export const OTHER_FILL = 'fill-muted'

export const OPERATION_COLUMN = {
  heading: 'Operation',
  className: 'whitespace-nowrap',
  cell: ({ operation }: { operation: string }) => <OperationBadge operation={operation} />,
}
