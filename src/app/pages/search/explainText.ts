/** Explains what a text without results looks like; undefined if it looks like nothing known. */
export function explainText(text: string): string | undefined {
  if (/^0x[0-9a-f]{40}$/i.test(text)) {
    return 'This looks like an Ethereum address. Cairn covers Bitcoin and Stacks.'
  }
  if (/^https?:\/\//i.test(text)) return 'This URL contains no id or name that Cairn knows.'
  if (/^[0-9]{17,}$/.test(text)) return 'This number is too large for a block height.'
  return explainHash(text) ?? explainPrincipal(text)
}

const HASH_LENGTH = 64
/** British, because American English has a comma before "and". */
const LIST = new Intl.ListFormat('en-GB')

function explainHash(text: string): string | undefined {
  const digits = text.replace(/^0x/i, '')
  if (/^[0-9a-f]{4,}(…|\.{2,3})[0-9a-f]{4,}$/i.test(digits)) {
    return 'This is a shortened hash, and no hash in this index matches it. Copy the whole hash.'
  }
  const wrong = [...digits].filter((letter) => !/[0-9a-f]/i.test(letter))
  if (digits.length === HASH_LENGTH && wrong.length > 0 && wrong.length <= 3) {
    const claim = wrong.length === 1 ? 'is not a hexadecimal digit' : 'are not hexadecimal digits'
    return `This is as long as a hash, but ${LIST.format(wrong.map((letter) => `“${letter}”`))} ${claim}.`
  }
  if (wrong.length > 0 || digits.length < 32 || digits.length === HASH_LENGTH) return
  const difference = Math.abs(digits.length - HASH_LENGTH)
  const characters = difference === 1 ? 'one character' : `${difference} characters`
  const deviation = digits.length < HASH_LENGTH ? 'short' : 'long'
  return `This looks like a hash that is ${characters} too ${deviation}: it has ${digits.length} of ${HASH_LENGTH} hexadecimal digits.`
}

function explainPrincipal(text: string): string | undefined {
  const [, address, contractName] = /^(S[PTMN][0-9a-z]{10,})(?:\.(.*))?$/i.exec(text) ?? []
  if (address === undefined) return
  const kind = contractName === undefined ? 'Stacks address' : 'contract principal'
  const wrong = [...address.toUpperCase()].find((letter) => /[^0-9A-HJKMNP-TV-Z]/.test(letter))
  if (wrong !== undefined) {
    return `This looks like a ${kind}, but a Stacks address cannot contain “${wrong}”.`
  }
  if (address.length < 28 || address.length > 41) {
    return `This looks like a ${kind}, but its address has ${address.length} characters instead of 28 to 41.`
  }
  return 'This looks like a contract principal, but the name after the dot must be a letter, then at most 39 letters, digits, - or _.'
}
