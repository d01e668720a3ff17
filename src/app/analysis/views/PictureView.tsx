import type { ViewProps } from './asking.ts'
import { BlockPicture } from './BlockPicture.tsx'
import { FlowPicture } from './FlowPicture.tsx'

/** A transaction as what flowed where, a block as figures: units of two transactions never meet. */
export function PictureView(props: ViewProps) {
  return props.subject.kind === 'transaction' ? (
    <FlowPicture {...props} />
  ) : (
    <BlockPicture {...props} />
  )
}
