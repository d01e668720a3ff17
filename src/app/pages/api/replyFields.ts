import type * as v from 'valibot'
import { innerOf, isSchema, metadataOf } from '../../../contract/endpoint.ts'

/** A field of a response. */
type ReplyField = {
  /** The names of the objects around it and its own. */
  path: string[]
  /** "string", "list of objects"; with a question mark if it can be missing. */
  type: string
  description: string
}

/** The fields of a response in order, each before those inside it, as its schema describes them. */
export function fieldsOf(reply: v.GenericSchema, outer: string[] = []): ReplyField[] {
  const object = objectIn(reply)
  if (object === undefined) return []
  const { required } = metadataOf(object)
  return Object.entries(object.entries).flatMap(([name, schema]) => {
    const path = [...outer, name]
    const { description = '' } = metadataOf(schema)
    const isOptional = Array.isArray(required)
      ? !required.includes(name)
      : 'wrapped' in schema && schema.type !== 'nullable'
    const field = {
      path,
      type: `${typeOf(schema)}${isOptional ? '?' : ''}`,
      description: [description, wordsOf(schema)].filter(Boolean).join(' '),
    }
    return [field, ...fieldsOf(schema, path)]
  })
}

type Schema = v.GenericSchema
type ObjectSchema = Schema & { entries: Record<string, Schema> }

/** The object that a schema describes, or of which it describes a list. */
function objectIn(schema: Schema): ObjectSchema | undefined {
  const inner = innerOf(schema)
  if (isObject(inner)) return inner
  const item = itemOf(inner)
  return item && objectIn(item)
}

function typeOf(schema: Schema): string {
  const inner = innerOf(schema)
  const item = itemOf(inner)
  if (item !== undefined) return `list of ${typeOf(item)}s`
  return TYPES[inner.type] ?? inner.type
}

const TYPES: Record<string, string> = {
  custom: 'any JSON',
  unknown: 'value',
  picklist: 'string',
  tuple: 'list of numbers',
}

/** The words that a string is one of. */
function wordsOf(schema: Schema): string {
  const inner = innerOf(schema)
  if (inner.type !== 'picklist' || !('options' in inner)) return ''
  return Array.isArray(inner.options) ? `One of: ${inner.options.join(', ')}.` : ''
}

function itemOf(schema: Schema): Schema | undefined {
  return 'item' in schema && isSchema(schema.item) ? schema.item : undefined
}

function isObject(schema: Schema): schema is ObjectSchema {
  return 'entries' in schema
}
