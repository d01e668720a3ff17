const PATHS = {
  copy: 'M6 2h7v9H6zM3 5v9h7',
  check: 'M3 8.5 6.5 12 13 4.5',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.5 10.5 14 14',
  external: 'M6 3H3v10h10v-3M9 3h4v4M13 3 7.5 8.5',
  first: 'M11.5 4 7.5 8l4 4M4.5 4v8',
  previous: 'M10 4 6 8l4 4',
  next: 'M6 4l4 4-4 4',
  last: 'M4.5 4l4 4-4 4M11.5 4v8',
  expand: 'M4 6l4 4 4-4',
  warning: 'M8 2.5 14.5 13.5h-13ZM8 6.5v3.5M8 11.8v.2',
  information: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 7.2V11M8 5v.2',
  // The operations: a chisel's star, a plus, an arrow out, an arrow in, a flame.
  etching: 'M8 2v12M2 8h12M4 4l8 8M12 4l-8 8',
  mint: 'M8 3v10M3 8h10',
  send: 'M4 12 12 4M6 4h6v6',
  receive: 'M12 4 4 12M10 12H4V6',
  burn: 'M8 2c3 3 4 5 4 7a4 4 0 0 1-8 0c0-1.500.8-2.700 1.700-3.500C6.500 7 7 7.500 7.500 7.500 8 6 8 4 8 2Z',
  unknown: 'M5.500 6a2.500 2.500 0 1 1 3.600 2.200C8.300 8.600 8 9 8 10M8 12.300v.2',
} as const

export type IconName = keyof typeof PATHS

type Props = { name: IconName }

/** A decorative picture beside words that say the same. */
export function Icon({ name }: Props) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className="size-4 shrink-0 fill-none stroke-current stroke-[1.5] [stroke-linecap:round] [stroke-linejoin:round]"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
