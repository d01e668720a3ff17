/** The fill of each known operation, in the order of every bar. */
export const OPERATION_FILLS = new Map([
  ['etching', 'fill-etching'],
  ['mint', 'fill-mint'],
  ['burn', 'fill-burn'],
  ['send', 'fill-send'],
  ['receive', 'fill-receive'],
])
export const OTHER_FILL = 'fill-muted'
