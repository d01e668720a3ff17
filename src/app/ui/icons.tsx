const PATHS = {
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.5 10.5 14 14',
  star: 'M8 2.2 9.8 6l4.2.6-3 2.9.7 4.2L8 11.7l-3.7 2 .7-4.2-3-2.9L6.2 6Z',
  remove: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  external: 'M6 3H3v10h10v-3M9 3h4v4M13 3 7.5 8.5',
  warning: 'M8 2.5 14.5 13.5h-13ZM8 6.5v3.5M8 11.8v.2',
  information: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 7.2V11M8 5v.2',
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
