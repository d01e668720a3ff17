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
  const look = `hash ${isWhole ? '' : 'whitespace-nowrap'} ${size === 'inherit' ? 'text-[1em]' : ''}`
  return (
    <>
      {to === undefined ? (
        <span dir="ltr" className={look}>
          {shown}
        </span>
      ) : (
        <a href={to} dir="ltr" className={`link ${look}`}>
          {shown}
        </a>
      )}
      <CopyButton text={text} label={label} />
    </>
  )
}

function Shortened({ text }: { text: string }) {
  return (
    <>
      {text.slice(0, 8)}
      <span className="shortened-middle">{text.slice(8, -8)}</span>
      {text.slice(-8)}
    </>
  )
}
