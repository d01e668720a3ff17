import { type ReactNode, useId, useRef } from 'react'

type Props = {
  label: ReactNode
  /** What the button is called if its content is an icon. */
  name?: string
  className: string
  title?: string
  align?: 'start' | 'end'
  width?: 'normal' | 'menu'
  children: ReactNode
}

const GAP = 6

/** To the sides of the window; phones have the gutter of pages. */
const edgeOf = (width: number) => (width < 768 ? 16 : 8)

/** A button that opens a box beside it: the browser's own popover, which closes by Escape or a press outside. */
export function Popover(props: Props) {
  const { label, name, className, title, align = 'start', width = 'normal', children } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)

  function moveBesideButton() {
    if (button.current === null || box.current === null) return
    const { left, right, bottom, top } = button.current.getBoundingClientRect()
    const { offsetWidth, offsetHeight } = box.current
    const wanted = align === 'start' ? left : right - offsetWidth
    const { style } = box.current
    // Without the scroll bar.
    const { clientWidth } = document.documentElement
    const edge = edgeOf(clientWidth)
    style.left = `${Math.max(edge, Math.min(wanted, clientWidth - offsetWidth - edge))}px`
    const isBelow = bottom + GAP + offsetHeight < innerHeight || top < offsetHeight
    style.top = `${isBelow ? bottom + GAP : top - GAP - offsetHeight}px`
  }

  function onOpen() {
    moveBesideButton()
    // A form marks its first field. On a touch screen, that would bring up the keyboard.
    if (navigator.maxTouchPoints === 0)
      box.current?.querySelector<HTMLElement>('[data-focus]')?.focus()
  }

  return (
    <>
      <button ref={button} type="button" popoverTarget={id} aria-label={name} className={className}>
        {label}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only the links inside are pressed. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link that is followed by a key is clicked too. */}
      <div
        ref={box}
        id={id}
        popover="auto"
        {...(title !== undefined && { role: 'group', 'aria-label': title })}
        onToggle={({ newState }) => newState === 'open' && onOpen()}
        onClick={({ currentTarget, target }) => {
          // A followed link may stay on the page, and an entry of a menu is done.
          const closing = width === 'menu' ? 'a, button' : 'a'
          if (target instanceof Element && target.closest(closing)) currentTarget.hidePopover()
        }}
        className={`floating fixed m-0 max-w-[calc(100vw-1rem)] phone:max-w-[calc(100vw-2rem)] text-start text-base font-normal whitespace-normal ${width === 'menu' ? 'min-w-44 p-1.5' : 'w-88 p-4 small:w-full'}`}
      >
        {title !== undefined && <p className="mb-1 text-sm font-semibold">{title}</p>}
        {children}
      </div>
    </>
  )
}
