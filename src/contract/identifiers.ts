/** A contract principal, taken apart at its dot. */
export type Principal = { principal: string; address: string; contractName: string }

/** A block as people name it: by height, or by hash (64 lower-case hex digits, no `0x`). */
export type Block = { kind: 'height'; height: number } | { kind: 'hash'; hash: string }

// The pattern of the token API that is still public; Crockford's base 32 leaves out I, L, O and U.
export const PRINCIPAL =
  /^([0123456789ABCDEFGHJKMNPQRSTVWXYZ]{28,41})\.([a-zA-Z][a-zA-Z0-9_-]{0,39})$/
export const HASH = /^(?:0x)?([0-9a-f]{64})$/i
export const HEIGHT = /^[0-9]{1,16}$/

/** The parts of `SP….contract-name`, or undefined when the text is no contract principal. */
export function parsePrincipal(text: string): Principal | undefined {
  const [principal, address, contractName] = PRINCIPAL.exec(text) ?? []
  if (principal === undefined || address === undefined || contractName === undefined) return
  return { principal, address, contractName }
}

/**
 * A transaction id as 64 lower-case hex digits without `0x`, from any case and with or without it;
 * undefined when the text is none.
 */
export function parseTransactionId(text: string): string | undefined {
  return HASH.exec(text)?.[1]?.toLowerCase()
}

/**
 * A block height (0 to 2^53 − 1) or hash, or undefined when the text is neither. Sixty-four digits
 * are a hash even if all of them are decimal.
 */
export function parseBlock(text: string): Block | undefined {
  const hash = parseTransactionId(text)
  if (hash !== undefined) return { kind: 'hash', hash }
  const height = HEIGHT.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(height) ? { kind: 'height', height } : undefined
}

/** The one text of a block: what stands in paths, addresses and query keys. */
export function blockText(block: Block): string {
  return block.kind === 'hash' ? block.hash : String(block.height)
}
