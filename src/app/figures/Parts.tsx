import { percent } from './Panel.tsx'
import type { Palette } from './palette.ts'

/** How a part is filled: with a shade of the accent, or hatched. */
export type PartFill = { opacity: number } | 'hatched'

type Props = {
  /** `share` is in percent of the whole. */
  parts: readonly { name: string; share: number; fill: PartFill }[]
  palette: Palette
}

/** A bar of the parts of a whole, in their order. */
export function Parts({ parts, palette }: Props) {
  let end = 0
  return (
    <svg aria-hidden="true" className="mt-1.5 block h-7 w-full overflow-clip rounded-sm">
      {parts.map(({ name, share, fill }) => {
        const x = end
        end += share / 100
        return (
          <Part
            key={name}
            area={{ x: percent(x), width: percent(share / 100) }}
            fill={fill}
            palette={palette}
          />
        )
      })}
    </svg>
  )
}

type PartProps = { area: { x?: string; width: string }; fill: PartFill; palette: Palette }

function Part({ area, fill, palette }: PartProps) {
  const isHatched = fill === 'hatched'
  const shape = { ...area, height: '100%' }
  return (
    <>
      <rect
        {...shape}
        fill={isHatched ? palette.muted : palette.accent}
        fillOpacity={isHatched ? 1 : fill.opacity}
      />
      {isHatched && <rect {...shape} fill={palette.unfinished} />}
      {/* Between the parts. */}
      <rect {...shape} fill="none" stroke={palette.surface} strokeWidth="2" />
    </>
  )
}

/** A part beside its name. */
export function PartSwatch({ fill, palette }: Pick<PartProps, 'fill' | 'palette'>) {
  return (
    <svg aria-hidden="true" className="size-2.5 overflow-clip rounded-[3px]">
      <Part area={{ width: '100%' }} fill={fill} palette={palette} />
    </svg>
  )
}
