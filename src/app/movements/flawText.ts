import { FLAW_MEANINGS } from '../../contract/schemas/chain.ts'

/** Why a runestone is malformed, in a sentence. */
export function flawText(flaw: string): string {
  return Object.entries(FLAW_MEANINGS).find(([name]) => name === flaw)?.[1] ?? flaw
}
