/**
 * The deployer of the sample tokens: the burn address of the Stacks testnet, from which nobody can deploy.
 */
const SAMPLE_DEPLOYER = 'ST000000000000000000002AMW42H'

export function isSampleToken(principal: string): boolean {
  return principal.startsWith(`${SAMPLE_DEPLOYER}.`)
}
