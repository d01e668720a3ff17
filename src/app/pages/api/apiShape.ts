/** An object in a response, with its fields in order. */
export type Shape = { name: string; description: string; fields: ShapeField[] }
export type ShapeField = {
  name: string
  /**
   * "string", "list of strings", "string or null", "always “ready”"; before the name of a shape,
   * "list of " or nothing.
   */
  type: string
  /** The name of its shape, or of the shape of its entries. */
  shape: string | undefined
  pattern: string | undefined
  description: string
  isRequired: boolean
}

/**
 * The shapes in the `/openapi.json` of a service; undefined if the document is not an OpenAPI description
 * with schemas.
 */
export function readShapes(document: unknown): Shape[] | undefined {
  const schemas = entriesOf(at(at(document, 'components'), 'schemas'))
  if (textAt(document, 'openapi') === undefined || schemas.length === 0) return
  return schemas.map(([name, schema]) => {
    const required = at(schema, 'required')
    const names: unknown[] = Array.isArray(required) ? required : []
    return {
      name,
      description: textAt(schema, 'description') ?? '',
      fields: entriesOf(at(schema, 'properties')).map(([field, of]) =>
        fieldOf(field, of, names.includes(field)),
      ),
    }
  })
}

function fieldOf(name: string, schema: unknown, isRequired: boolean): ShapeField {
  const shape = textAt(schema, '$ref') ?? textAt(at(schema, 'items'), '$ref')
  return {
    name,
    type: typeOf(schema),
    shape: shape?.split('/').at(-1),
    pattern: textAt(schema, 'pattern'),
    description: textAt(schema, 'description') ?? '',
    isRequired,
  }
}

function typeOf(schema: unknown): string {
  if (textAt(schema, '$ref') !== undefined) return ''
  const [type, constant] = [textAt(schema, 'type'), textAt(schema, 'const')]
  if (type === 'array') return `list of ${pluralOf(textAt(at(schema, 'items'), 'type'))}`
  if (constant !== undefined) return `always “${constant}”`
  const alternatives = at(schema, 'anyOf')
  if (Array.isArray(alternatives)) return alternatives.map(typeOf).join(' or ')
  return type ?? 'any JSON'
}

function pluralOf(type: string | undefined): string {
  return type === undefined ? '' : `${type}s`
}

function at(value: unknown, key: string): unknown {
  return isObject(value) ? value[key] : undefined
}

function textAt(value: unknown, key: string): string | undefined {
  const text = at(value, key)
  return typeof text === 'string' ? text : undefined
}

function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : []
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
