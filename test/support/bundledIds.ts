// What the bundled blocks have.
export const BLOCK = 840_002
export const BLOCK_HASH = '00000000000000000002c0cc73626b56fb3ee1ce605b0ce125cc4fb58775a0a9'
export const TX = '8a67bc16f47fdec19b0a8460f0f0aaa65ed1436eb009e4d9cd2a6ac7b04e5bb5'
export const RUNE = '840002:304'
export const ADDRESS = 'bc1q7jd477wc5s88hsvenr0ddtatsw282hfjzg59wz'
export const LONGCOIN = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
export const SBTC = 'SM3VDXK3WZZSA84XXFKAFAF15NNZX32CTSG82JFQ4.sbtc-token'
export const WELSH = 'SP3NE50GEXFG9SZGTT51P40X2CKYSZ5CC4ZTZ7A2G.welshcorgicoin-token'
/** A token with locales and attributes that Cairn invented. */
export const SAMPLE = 'ST000000000000000000002AMW42H.cairn-sample'
/** Mints one unit of UNCOMMON•GOODS. */
export const MINT_TX = 'abf9428b310ac4034ba3635ab3429d206d17f2770286b15f524f5cc4f05fc27b'
/** Mints a unit of 1:0, and keeps two in the same output. */
export const MINT_AND_CHANGE = 'b8c07e0c2d8079e81c29b6031956b3222c693439a41d62bce79aaca8889305e6'
/** Mints a unit of 1:0 and receives one, in block 840,004. */
export const MINT_AND_TRANSFER = 'a7a5e0072c794b570dc2528c8199c1d8ddccfa602ff25a3e0f0ecfbdfe64f98c'
/** Its minter, and who gave the other unit. */
export const MINTER = 'bc1ppavx8g8gyjvgt85q445dek2053x8w68srp85ds7lck36kax9sm8syz4t72'
export const SENDER = 'bc1pkj4tkfclhyfwe4f8ml59xvcpw3a5w2ud70urdf70yjjctfqveg8ql03wmv'
/** Moves runes without a runestone. */
export const PLAIN_TX = '1be2fa7118690df40587a6e04bb9cf141c4cb0527ba6a2baef1cbcd1837b2fda'
/** An extended public key. */
export const KEY =
  'xpub6CUGRUonZSQ4TWtTMmzXdrXDtypWKiKrhko4egpiMZbpiaQL2jkwSB1icqYh2cfDfVxdx4df189oLKnC5fSwqPfgyP3hooxujYzAu3fDVmz'
