import { Fragment } from 'react'

/** A text that may break after a character: the name of a rune after `•`, that of a field after `_`. */
export function Breakable({ text, after }: { text: string; after: string }) {
  return text.split(after).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
    <Fragment key={index}>
      {index > 0 && (
        <>
          {after}
          <wbr />
        </>
      )}
      {part}
    </Fragment>
  ))
}
