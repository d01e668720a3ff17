import { PAGE_PALETTE } from './palette.ts'

/**
 * The patterns of the figures of a page: stripes over what is not over yet, and those that tell the types of movements
 * apart in forced colours (`theme.css`).
 */
export function Patterns() {
  return (
    <svg aria-hidden="true" width="0" height="0" className="absolute">
      <defs>
        <pattern id="unfinished" width="5" height="5" {...PATTERN}>
          <rect width="2.5" height="5" fill={PAGE_PALETTE.surface} />
        </pattern>
        <pattern id="pattern-mint" width="6" height="6" {...PATTERN}>
          <path d="M0 0V6" strokeWidth="3" stroke={PAGE_PALETTE.ink} />
        </pattern>
        <pattern id="pattern-burn" width="4" height="4" {...PATTERN}>
          <rect width="2" height="2" fill={PAGE_PALETTE.ink} />
        </pattern>
        <pattern id="pattern-etching" width="6" height="3" patternUnits="userSpaceOnUse">
          <path d="M0 0H6" strokeWidth="2" stroke={PAGE_PALETTE.ink} />
        </pattern>
      </defs>
    </svg>
  )
}

const PATTERN = { patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' } as const
