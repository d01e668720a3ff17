import { SAMPLE_HOLDER, SAMPLE_RUNES, SAMPLES } from './samples.ts'

/** The examples of the API. */
export const EXAMPLE_TOKEN = 'SP265WBWD4NH7TVPYQTVD23X3607NNK4484DTXQZ3.longcoin'
export const EXAMPLE_TRANSACTION =
  '7430609f039d4bc92a1f20fc6e49d5633b61c2a92ba68a93ea0dc1b59a3f3b50'
export const EXAMPLE_BLOCK = 840_000

/**
 * The examples of the home page, if a service has them; `ExampleLinks.tsx` has their names. They are in the
 * bundled snapshot.
 */
export const EXAMPLES = {
  tokens: [
    EXAMPLE_TOKEN,
    'SP2F4QC563WN0A0949WPH5W1YXVC4M1R46QKE0G14.memegoatstx',
    'SP3V5E10PAR6BJQTC8S5ECX9JKVKR36DMQTD02SVQ.unity-hub',
    `${SAMPLES.sender_address}.cairn-sample-localized`,
  ],
  transactions: [
    '1af2a846befbfac4091bf540adad4fd1a86604c26c004066077d5fe22510e99b',
    '2bb85f4b004be6da54f766c17c1e855187327112c231ef2ff35ebad0ea67c69e',
    EXAMPLE_TRANSACTION,
  ],
  blocks: [849_250, 840_006, EXAMPLE_BLOCK, SAMPLES.block_height],
  runes: [...SAMPLE_RUNES],
  addresses: [SAMPLE_HOLDER],
}
