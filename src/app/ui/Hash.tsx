import { Link } from 'react-router-dom'
import { CopyButton } from './CopyButton.tsx'

type Props = {
  /** The whole text; copying, selecting and assistive technology get all of it. */
  text: string
  /** What it is: "transaction id". */
  label: string
  to?: string
  length?: 'short' | 'full'
  /** `inherit` takes the size of the heading it stands in. */
  size?: 'normal' | 'inherit'
}

/**
 * A hash or address in monospace. The short form keeps eight characters at each end: addresses made
 * to look alike agree in fewer.
 */
export function Hash({ text, label, to, length = 'short', size = 'normal' }: Props) {
  const isWhole = length === 'full' || text.length <= 20
  const shown = isWhole ? text : <Shortened text={text} />
  const look = [
    'hash font-mono print:wrap-anywhere print:whitespace-normal',
    size === 'normal' ? 'text-sm print:text-[7pt]' : '',
    isWhole ? '' : 'whitespace-nowrap',
  ].join(' ')
  return (
    <>
      {to === undefined ? (
        <span dir="ltr" className={look}>
          {shown}
        </span>
      ) : (
        <Link to={to} dir="ltr" className={`link ${look}`}>
          {shown}
        </Link>
      )}
      <CopyButton text={text} label={label} />
    </>
  )
}

/**
 * The middle keeps its characters at size zero, so that selecting and copying gives the whole text;
 * the dots are generated, so that they are never copied. Paper shows everything.
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
