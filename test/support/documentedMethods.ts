import { readFileSync } from 'node:fs'

/** The RPC methods of the node that docs/operations.md lists for `rpcwhitelist`: Cairn must need no other. */
export function documentedMethods(): string[] {
  const text = readFileSync('docs/operations.md', 'utf8')
  const [, methods] = /^rpcwhitelist=cairn:([a-z,]+)$/m.exec(text) ?? []
  if (methods === undefined) throw new Error('docs/operations.md has no rpcwhitelist.')
  return methods.split(',')
}
