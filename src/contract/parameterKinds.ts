import * as v from 'valibot'
import { parseInteger } from './identifiers.ts'

// Kinds of parameters: what reads a text, what is said if it is refused, and how the document describes it.

/** `accepted` completes "… must be …"; `schema` is JSON Schema. */
type About = { accepted: string; description: string; schema?: Record<string, unknown> }
type Reader<Value> = (text: string) => Value | undefined

/** A parameter that `read` makes a value of; undefined refuses it. */
export function parameter<Value>(read: Reader<Value>, { schema, ...about }: About) {
  return v.pipe(
    v.union([v.string(), v.number()]),
    v.rawTransform<string | number, Value>(({ dataset, addIssue, NEVER }) => {
      const value = read(String(dataset.value))
      if (value !== undefined) return value
      addIssue()
      return NEVER
    }),
    v.metadata({ ...about, schema: { type: 'string', ...schema } }),
  )
}

export const filter = <Value>(read: Reader<Value>, about: About) =>
  v.optional(parameter(read, about))

/** In one request. */
const MAX_VALUES = 50

/** Several values, separated by commas or each in a parameter of this name. */
export function several<Value extends { text: string }>(
  read: Reader<Value>,
  { accepted, description, pattern }: { accepted: string; description: string; pattern: string },
) {
  return parameter(
    (text) => {
      const values = text.split(',').flatMap((part) => read(part) ?? [])
      if (values.length > MAX_VALUES || values.length < text.split(',').length) return
      return { values, text: values.map((value) => value.text).join(',') }
    },
    {
      accepted: `1 to ${MAX_VALUES} of ${accepted}`,
      description: `${description} At most ${MAX_VALUES}, separated by commas or each in a parameter of this name.`,
      schema: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_VALUES,
        items: { type: 'string', pattern },
      },
    },
  )
}

/** A whole number. */
export function integerParameter(description: string, min = 0, max = Number.MAX_SAFE_INTEGER) {
  return parameter((text) => parseInteger(text, min, max), {
    accepted: `a whole number from ${min} to ${max}`,
    description,
    schema: { type: 'integer', minimum: min, maximum: max },
  })
}

export const integerFilter = (description: string, min?: number, max?: number) =>
  v.optional(integerParameter(description, min, max))

/** One of a few words. */
function choice<const Word extends string>(description: string, words: readonly Word[]) {
  const accepted = new Intl.ListFormat('en', { type: 'disjunction' }).format(words)
  return v.pipe(
    v.picklist(words),
    v.metadata({ accepted, description, schema: { type: 'string', enum: words } }),
  )
}

export const wordFilter = <const Word extends string>(
  description: string,
  words: readonly Word[],
) => v.optional(choice(description, words))

/** One of a few words; the first by default. */
export const wordOption = <const Word extends string>(
  description: string,
  words: readonly [Word, ...Word[]],
) => v.optional(choice(description, words), words[0])

/** In characters. No search term in the database is longer. */
export const MAX_TEXT_LENGTH = 200

export function readShortText(text: string): string | undefined {
  return [...text].length <= MAX_TEXT_LENGTH ? text : undefined
}

/** A text that a pattern accepts, as it is. */
export const matching = (pattern: RegExp) => (text: string) =>
  pattern.test(text) ? text : undefined
