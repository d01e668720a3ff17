import { CopyButton } from './CopyButton.tsx'
import { ScrollRegion } from './ScrollRegion.tsx'

type Props = { title: string; text: string }

/** A text as received, in a disclosure. */
export function RawText({ title, text }: Props) {
  return (
    <details className="panel">
      <summary className="px-4 py-2.5 font-semibold">{title}</summary>
      <div className="max-h-128 border-t border-line">
        <ScrollRegion label={title}>
          <pre dir="ltr" className="px-4 py-3 font-mono text-xs whitespace-pre-wrap">
            {text}
          </pre>
        </ScrollRegion>
      </div>
      <p className="flex items-center gap-1 border-t border-line px-4 py-1.5 text-sm text-muted">
        Copy all <CopyButton text={text} label={title.toLowerCase()} />
      </p>
    </details>
  )
}
