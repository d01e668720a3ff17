/** A token of the bundled snapshot with a document and an image. */
export const LONGCOIN = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'

/** The transaction with the most records: 4,444 of DOG•GO•TO•THE•MOON in block 840,656. */
export const AIRDROP = '1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b'

/** The hash of block 849,250. */
export const BLOCK_HASH = '000000000000000000013805b86c3d36697de1ca1fdab24edce264298fb7fcf3'
