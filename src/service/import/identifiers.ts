import {
  type Block,
  blockText,
  parseBlock,
  parsePrincipal,
  parseTransactionId,
} from '../../contract/identifiers.ts'

/** What a service is asked for. */
export type Identifier =
  | { kind: 'token'; principal: string }
  | { kind: 'block'; block: Block }
  | { kind: 'transaction'; txId: string }

/** An identifier as people write it; a hash is a block's where it begins with eight zeros. */
export function parseIdentifier(text: string): Identifier | undefined {
  const token = parsePrincipal(text.split('::')[0] ?? '')
  if (token !== undefined) return { kind: 'token', principal: token.principal }
  const txId = parseTransactionId(text)
  if (txId !== undefined && !txId.startsWith('00000000')) return { kind: 'transaction', txId }
  const block = parseBlock(text)
  return block && { kind: 'block', block }
}

export function identifierText(identifier: Identifier): string {
  if (identifier.kind === 'token') return identifier.principal
  if (identifier.kind === 'transaction') return `transaction ${identifier.txId}`
  return `block ${blockText(identifier.block)}`
}
