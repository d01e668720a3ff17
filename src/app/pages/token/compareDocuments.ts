import type { JsonValue } from '../../../contract/json.ts'
import type { Token } from '../../../contract/schemas/token.ts'
import { descriptionIn, nameIn } from './localizedToken.ts'

/**
 * How a field of two documents compares. `fact`: a number or a link in it differs, which no translation
 * explains; `text`: only words differ; `missing`: one document lacks it.
 */
export type Difference = 'fact' | 'text' | 'missing' | 'same'

type Field = {
  /** Untrusted for properties. */
  name: string
  read: (token: Token) => JsonValue | undefined
  /** The position of an attribute: attributes have no other identity. */
  attribute?: number
}

export type ComparedField = Field & { difference: Difference }

const ORDER: Difference[] = ['fact', 'text', 'missing', 'same']

export function compareDocuments(one: Token, other: Token): ComparedField[] {
  const tokens = [one, other]
  return (
    fieldsOf(tokens)
      .filter(({ read }) => tokens.some((token) => read(token) !== undefined))
      .map((field) => ({ ...field, difference: compare(field.read(one), field.read(other)) }))
      // The sort is stable.
      .sort((a, b) => ORDER.indexOf(a.difference) - ORDER.indexOf(b.difference))
  )
}

function fieldsOf(tokens: Token[]): Field[] {
  const documents = tokens.flatMap(({ metadata }) => metadata ?? [])
  const attributes = Math.max(0, ...documents.map(({ attributes }) => attributes.length))
  const keys = new Set(documents.flatMap(({ properties }) => Object.keys(properties)))
  return [
    { name: 'Name', read: nameIn },
    { name: 'Description', read: descriptionIn },
    { name: 'Image', read: (it) => it.metadata?.image || it.image_canonical_uri || undefined },
    { name: 'Standard', read: ({ metadata }) => metadata?.sip },
    ...Array.from({ length: attributes }, (_, index) => attributeField(index)),
    ...[...keys].map(propertyField),
  ]
}

function attributeField(index: number): Field {
  function read({ metadata }: Token) {
    const attribute = metadata?.attributes[index]
    if (attribute === undefined) return
    const { trait_type, display_type, value, max_value } = attribute
    return [trait_type, display_type, value, max_value].map((part) => part ?? null)
  }
  return { name: 'Attribute', read, attribute: index }
}

/** Keys are untrusted, and may be names of members that every object has. */
function propertyField(key: string): Field {
  return {
    name: key,
    read: ({ metadata }) =>
      metadata && Object.hasOwn(metadata.properties, key) ? metadata.properties[key] : undefined,
  }
}

function compare(one: JsonValue | undefined, other: JsonValue | undefined): Difference {
  if (one === undefined || other === undefined) return 'missing'
  const text = jsonText(one)
  if (text !== undefined && text === jsonText(other)) return 'same'
  return jsonText(factsIn(one)) === jsonText(factsIn(other)) ? 'text' : 'fact'
}

/** The numbers, links and switches in a value, in order, to a depth that no sensible document reaches. */
function factsIn(value: JsonValue, depth = 0): JsonValue[] {
  if (typeof value === 'string') return FACTS.some((form) => form.test(value)) ? [value] : []
  if (value === null || typeof value !== 'object') return [value]
  return depth > 50 ? [] : Object.values(value).flatMap((entry) => factsIn(entry, depth + 1))
}

const FACTS = [
  // A number or a date.
  /^\s*[-+]?[\d.,]+\s*%?\s*$/,
  /^\d{4}-\d\d-\d\d/,
  // A link, or a host without its scheme.
  /^(https?|ipfs|ar|data|mailto):\S+$/i,
  /^[a-z0-9-]+(\.[a-z0-9-]+)+(\/\S*)?$/i,
  // An address or a hash.
  /^(?=\S*\d)[a-z0-9]{20,}$/i,
]

/** A value as JSON; undefined if it is nested deeper than the stack. */
export function jsonText(value: JsonValue): string | undefined {
  try {
    return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? String(part) : part))
  } catch {
    return undefined // RangeError
  }
}
