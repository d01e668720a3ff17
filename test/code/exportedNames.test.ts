import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What each route module exports for React Router. */
const ROUTE_MODULE = ['loader', 'Component', 'handle']

test('a name that a module of src exports means one thing', () => {
  const modules = new Map<string, string[]>()
  for (const file of sourceFiles()) {
    for (const name of exportedNames(readFileSync(join('src', file), 'utf8'))) {
      modules.set(name, [...(modules.get(name) ?? []), file])
    }
  }
  const shared = [...modules].filter(
    ([name, files]) => files.length > 1 && !ROUTE_MODULE.includes(name),
  )
  expect(modules.size).toBeGreaterThan(500)
  expect(Object.fromEntries(shared)).toEqual({})
})

function sourceFiles(): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith(join('contract', 'dist')))
    .sort()
}

/** A schema and its type share a name. What a module exports from another one belongs to that one. */
function exportedNames(source: string): Set<string> {
  const declarations = source.matchAll(
    /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|type|interface) (\w+)/gm,
  )
  const lists = source.matchAll(/^export (?:type )?\{([^}]*)\}(?! from)/gm)
  return new Set([
    ...[...declarations].map(([, name = '']) => name),
    ...[...lists].flatMap(([, names = '']) => names.match(/\w+(?=\s*(?:,|$))/g) ?? []),
  ])
}
