import { Link } from 'react-router-dom'
import { CopyButton } from './CopyButton.tsx'
import { shortenHash } from './shortenHash.ts'

type Props = {
  /** The full text; copying, selecting and assistive technology get all of it. */
  text: string
  /** What it is: "transaction id". */
  label: string
  to?: string
  length?: 'short' | 'full'
  /** `inherit` uses the size of the surrounding heading. */
  size?: 'normal' | 'inherit'
}

/**
 * A hash or address in monospace. The short form shows the same characters as `shortenHash`.
 */
export function Hash({ text, label, to, length = 'short', size = 'normal' }: Props) {
  const isFull = length === 'full' || shortenHash(text) === text
  const shown = isFull ? text : <Shortened text={text} />
  const className = [
    'font-mono print:wrap-anywhere print:whitespace-normal',
    size === 'normal' ? 'text-sm print:text-[7pt]' : '',
    isFull ? '' : 'whitespace-nowrap',
  ].join(' ')
  return (
    <>
      {to === undefined ? (
        <span dir="ltr" className={className}>
          {shown}
        </span>
      ) : (
        <Link to={to} dir="ltr" className={`link ${className}`}>
          {shown}
        </Link>
      )}
      <CopyButton text={text} label={label} />
    </>
  )
}

/**
 * The middle has font size zero, so that selecting and copying gets the full text. The ellipsis is
 * generated content, so that it is never copied. Print shows the full text.
 */
function Shortened({ text }: { text: string }) {
  return (
    <>
      {text.slice(0, 8)}
      <span className="text-[0px] before:text-sm before:content-['…'] print:text-[7pt] print:before:content-none">
        {text.slice(8, -8)}
      </span>
      {text.slice(-8)}
    </>
  )
}
