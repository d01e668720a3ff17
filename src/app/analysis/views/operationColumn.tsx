import { OperationBadge } from '../../activity/OperationBadge.tsx'

export const OPERATION_COLUMN = {
  heading: 'Operation',
  className: 'whitespace-nowrap',
  cell: ({ operation }: { operation: string }) => <OperationBadge operation={operation} />,
}
