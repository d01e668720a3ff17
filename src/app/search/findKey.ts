/** An extended key (BIP 32), from its first characters on: alone, in a descriptor or anywhere else in a text. */
const EXTENDED_KEY =
  /(?:[xyzYZ](?:pub6|prv[9A])|[uvUV](?:pub5|prv8)|t(?:pubD|prv8))[1-9A-HJ-NP-Za-km-z]{8,}/

/** What a text must never be sent for: an extended key, public or private; undefined for other texts. */
export function findKey(text: string): 'public' | 'private' | undefined {
  const [key] = EXTENDED_KEY.exec(text) ?? []
  if (key === undefined) return
  return key.slice(1, 4) === 'prv' ? 'private' : 'public'
}

export const KEY_SENTENCES = {
  public: {
    title: 'This is an extended public key',
    text: 'It is the key of many addresses: look one of them up. Whoever has this key can see all of them, so paste it nowhere.',
  },
  private: {
    title: 'This is a private key',
    text: 'Whoever has it can spend what its addresses hold. Paste it nowhere, and if you did, move your bitcoin.',
  },
} as const
