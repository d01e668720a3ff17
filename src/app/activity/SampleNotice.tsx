import { Notice } from '../ui/Notice.tsx'

/** Says that a block, or the block of a transaction, is made up. */
export function SampleNotice({ subject }: { subject: 'block' | 'transaction' }) {
  return (
    <Notice tone="information" title="A sample made by Cairn">
      <p>
        This {subject} is not on any chain:{' '}
        {subject === 'block' ? 'its height' : 'the height of its block'} is far above that of any
        Bitcoin block. Its records are generated to show how Cairn displays such data.
      </p>
    </Notice>
  )
}
