import { Copy } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Mark } from './Mark.tsx'
import { toast } from './toast.tsx'

/** How many characters of each end of an id are shown. */
const SHOWN = 6

export function shortenId(text: string): string {
  return text.length <= 2 * SHOWN + 1 ? text : `${text.slice(0, SHOWN)}…${text.slice(-SHOWN)}`
}

type Props = {
  /** The whole id; copying, selecting and assistive technology get all of it. */
  text: string
  to?: string | undefined
  isWhole?: boolean
  /** How many characters are shown at its beginning, and none at its end. */
  beginning?: number
}

/** A hash or address in monospace, shortened in the middle, because look-alikes begin and end alike. */
export function Id({ text, to, isWhole = false, beginning }: Props) {
  const shown =
    isWhole || text.length <= 2 * SHOWN + 1 ? text : <Shortened text={text} beginning={beginning} />
  const className = `font-mono text-[0.95em] tracking-[-0.02em] ${isWhole ? '' : 'whitespace-nowrap print:break-all print:whitespace-normal'}`
  if (to === undefined) {
    return (
      <span dir="ltr" data-id className={className}>
        {shown}
      </span>
    )
  }
  return (
    <Link to={to} dir="ltr" data-id className={`quiet-link ${className}`}>
      {shown}
    </Link>
  )
}

/**
 * The hidden part has font size zero, so that selecting and copying gets the whole text. The ellipsis is
 * generated content, so that it is never copied. Print shows everything.
 */
function Shortened({ text, beginning }: { text: string; beginning: number | undefined }) {
  const end = beginning === undefined ? SHOWN : 0
  const start = beginning ?? SHOWN
  return (
    <>
      <span className="after:text-faint after:content-['…'] print:after:content-none">
        {text.slice(0, start)}
      </span>
      <span className="text-[0px] leading-0 print:text-[7pt]">
        {text.slice(start, text.length - end)}
      </span>
      {end > 0 && text.slice(-end)}
    </>
  )
}

type CopyButtonProps = {
  text: string
  label: string
  /** `quiet`: visible only when its row or itself is pointed at or focused. */
  look?: keyof typeof LOOKS
}

const LOOKS = {
  normal: '-my-1 size-6 rounded-sm text-muted hover:bg-sunken',
  quiet:
    'size-6 rounded-sm text-muted opacity-0 hover:bg-sunken focus-visible:opacity-100 group-hover:opacity-100 phone:hidden',
  button: 'button icon-button',
}

const SCHEME = /^https?:\/\//

export async function copyText(text: string, label: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast(`${label} copied`, SCHEME.test(text) ? text.replace(SCHEME, '') : shortenId(text))
  } catch {
    // The browser refused, or the page is not served over HTTPS.
    toast(`${label} not copied`, 'select the text instead')
  }
}

export function CopyButton({ text, label, look = 'normal' }: CopyButtonProps) {
  return (
    <button
      type="button"
      aria-label={`Copy ${label.toLowerCase()}`}
      title={`Copy ${label.toLowerCase()}`}
      onClick={() => void copyText(text, label)}
      className={`inline-grid shrink-0 place-items-center align-middle ${LOOKS[look]}`}
    >
      <Copy size={14} aria-hidden="true" />
    </button>
  )
}

export function CopyableId({ label, ...id }: Props & Pick<CopyButtonProps, 'label'>) {
  return (
    <span>
      <Id {...id} />
      <CopyButton text={id.text} label={label} />
    </span>
  )
}

type MarkedIdProps = Props & { size?: 18 | 24 }

export function MarkedId({ size = 18, ...id }: MarkedIdProps) {
  return (
    <span className="inline-flex items-center gap-1.75 align-middle">
      <Mark id={id.text} size={size} />
      <Id {...id} />
    </span>
  )
}
