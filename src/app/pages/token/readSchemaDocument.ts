import type { JsonValue } from '../../../contract/json.ts'
import type { Token } from '../../../contract/schemas/token.ts'

/**
 * Reads a document that a launchpad wrote like a JSON schema: the description of each property is its value. What is
 * a field of a document becomes one, and the other properties their values. Other tokens are returned unchanged.
 */
export function readSchemaDocument(token: Token): Token {
  const { metadata } = token
  const properties = Object.entries(metadata?.properties ?? {})
  if (metadata === undefined || properties.length === 0) return token
  const values = new Map<string, string>()
  for (const [key, property] of properties) {
    const value = describedValue(property)
    if (value === undefined) return token
    values.set(key, value)
  }
  const others = [...values].filter(([key]) => !FIELDS.has(key))
  return {
    ...token,
    metadata: {
      ...metadata,
      name: metadata.name ?? values.get('name'),
      description: metadata.description ?? values.get('description'),
      image: metadata.image ?? values.get('image'),
      properties: Object.fromEntries(others),
    },
  }
}

const FIELDS = new Set(['name', 'description', 'image'])

function describedValue(property: JsonValue): string | undefined {
  if (typeof property !== 'object' || property === null || Array.isArray(property)) return
  const { type, description } = property
  return typeof type === 'string' && typeof description === 'string' ? description : undefined
}
