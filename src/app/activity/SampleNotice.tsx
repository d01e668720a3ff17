import { Notice } from '../ui/Notice.tsx'

/** Says of the sample block what it is. */
export function SampleNotice() {
  return (
    <Notice tone="information" title="A sample made by Cairn">
      <p>
        This block is on no chain: no Bitcoin block can have its height. Its records are generated,
        to show what the explorer does with such data.
      </p>
    </Notice>
  )
}
