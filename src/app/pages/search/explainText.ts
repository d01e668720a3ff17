/** What a text that was not found looks like, in a sentence or two; undefined when it is like nothing known. */
export function explainText(text: string): string | undefined {
  if (
    /^(bc1|tb1|bcrt1)[0-9a-z]{8,}$/i.test(text) ||
    /^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/.test(text)
  ) {
    return 'This looks like a Bitcoin address. Cairn lists activity by transaction and by block, not by address: search for one of its transactions.'
  }
  if (/^0x[0-9a-f]{40}$/i.test(text)) {
    return 'This looks like an Ethereum address. Cairn reads Stacks and Bitcoin.'
  }
  return (
    explainHash(text) ??
    explainPrincipal(text) ??
    (/^https?:\/\//i.test(text)
      ? 'This is the address of a page, but nothing in it is an id or a name that Cairn knows.'
      : undefined) ??
    (/^[0-9]{17,}$/.test(text) ? 'This number is too large for a block height.' : undefined)
  )
}

const HASH_LENGTH = 64

function explainHash(text: string): string | undefined {
  const digits = text.replace(/^0x/i, '')
  if (/^[0-9a-f]{4,}(…|\.{2,3})[0-9a-f]{4,}$/i.test(digits)) {
    return 'This is a hash shortened in its middle, and none that is held here begins and ends so. Copy the whole of it where you found it.'
  }
  const wrong = [...digits].filter((letter) => !/[0-9a-f]/i.test(letter))
  if (digits.length === HASH_LENGTH && wrong.length > 0 && wrong.length <= 3) {
    return `This is as long as a hash, but “${wrong.join('”, “')}” is no hexadecimal digit.`
  }
  if (wrong.length > 0 || digits.length < 32 || digits.length === HASH_LENGTH) return
  const difference = Math.abs(digits.length - HASH_LENGTH)
  const characters = difference === 1 ? 'one character' : `${difference} characters`
  const way = digits.length < HASH_LENGTH ? 'short' : 'long'
  return `This looks like a hash that is ${characters} too ${way}: it has ${digits.length} hexadecimal digits, and a transaction id or block hash has ${HASH_LENGTH}.`
}

function explainPrincipal(text: string): string | undefined {
  const [, address, contractName] = /^(S[PTMN][0-9a-z]{10,})(?:\.(.*))?$/i.exec(text) ?? []
  if (address === undefined) return
  if (contractName === undefined) {
    return 'This looks like a Stacks address. A token is found by its contract, which has a dot and a name after the address; none that is held here was deployed by this one.'
  }
  const wrong = [...address.toUpperCase()].find((letter) => /[^0-9A-HJKMNP-TV-Z]/.test(letter))
  if (wrong !== undefined) {
    return `This looks like a contract principal, but no Stacks address holds the letter “${wrong}”.`
  }
  if (address.length < 28 || address.length > 41) {
    return `This looks like a contract principal, but its address has ${address.length} characters, and one has 28 to 41.`
  }
  return 'This looks like a contract principal, but the name after its dot is none: it begins with a letter, and goes on with at most 39 letters, digits, - or _.'
}
