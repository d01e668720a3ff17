import type { DecodedRunestone } from '../../contract/schemas/names.ts'

/** The tint of the bytes of each part of a runestone. */
export const PART_LOOKS: Record<DecodedRunestone['parts'][number]['part'], string> = {
  header: 'bg-sunken',
  etching: 'bg-etching-fill/40',
  mint: 'bg-mint-soft',
  pointer: 'bg-etching-soft',
  edict: 'bg-transfer-soft',
  other: 'bg-warn-soft',
}
