import { stringify } from 'lossless-json'

/** `value` as indented JSON; `fallback` where it is nested too deeply to be written out again. */
export function formatJson(value: unknown, fallback: string): string {
  try {
    return stringify(value, null, 2) ?? fallback
  } catch {
    return fallback // RangeError: the nesting is deeper than the stack.
  }
}
