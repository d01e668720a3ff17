import { parseBlock, parseTransactionId } from '../contract/identifiers.ts'
import { blockLink, decode, linkToToken, runeBlock, transactionLink } from './links.ts'

/**
 * The page of what was typed or pasted, or undefined when it has to be looked up by name: principals
 * (also with an asset name), transaction ids and outputs, block hashes and heights, rune ids, and
 * addresses of explorers, of which the last recognised part counts.
 */
export function recognise(query: string): string | undefined {
  const text = query.trim()
  if (/^https?:\/\//i.test(text)) return recogniseAddress(text)
  return (
    recogniseText(text) ?? (text.includes('/') ? recogniseAddress(`https://${text}`) : undefined)
  )
}

function recogniseAddress(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : null
  const parts = url === null ? [] : `${url.pathname}${url.hash}`.split(/[/#?]/)
  const links = parts.map((part, index) => {
    // A bare number is a height only where the address says so: /page/2 is none.
    const isBareNumber = /^[0-9]+$/.test(part) && !/^blocks?$/i.test(parts[index - 1] ?? '')
    return isBareNumber ? undefined : recogniseText(decode(part))
  })
  return links.findLast((link) => link !== undefined)
}

function recogniseText(text: string): string | undefined {
  const token = linkToToken(text)
  if (token !== undefined) return token
  const [txId, height] = [parseTransactionId(text.replace(/[:i][0-9]+$/, '')), parseHeight(text)]
  // A block hash begins with zeros, as its proof of work demands; a transaction id does not.
  if (txId !== undefined)
    return /^0{8}/.test(txId) ? blockLink({ kind: 'hash', hash: txId }) : transactionLink(txId)
  return height === undefined ? undefined : blockLink(height)
}

/** Heights with any digit grouping; a rune id leads to the block of its etching. */
function parseHeight(written: string): number | undefined {
  const text = written.replace(/^#/, '')
  const runeHeight = runeBlock(text)
  if (runeHeight !== undefined) return runeHeight
  const digits = /^[0-9]{1,3}([ ,._'’\u00a0\u202f][0-9]{3})+$/.test(text)
    ? text.replace(/[^0-9]/g, '')
    : text
  const block = parseBlock(digits)
  return block?.kind === 'height' ? block.height : undefined
}
