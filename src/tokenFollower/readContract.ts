import { unixSeconds } from '../bitcoin/unixSeconds.ts'
import type { StacksNode, StacksTip } from '../stacks/node.ts'
import { StacksNodeError, type StacksNodeErrorKind } from '../stacks/stacksConnection.ts'
import { fungibleTokensOf } from '../tokens/sip010.ts'
import type { DeploymentFinder } from './findDeployment.ts'
import { type FactsReading, readFacts, readSupply } from './readFacts.ts'
import { DAY, HOUR, MINUTE, newTask, type Task, WEEK } from './tasks.ts'
import type { ReadContract } from './writeFacts.ts'

/** What is due. `assets` are those of a contract that is known to be a token. */
export type DueTask = {
  principal: string
  kind: 'facts' | 'supply' | 'deployment'
  /** In a row, before. */
  failures: number
  assets: string[] | undefined
}

/** After so many seconds, a contract whose calls failed is asked again. */
const RETRIES = [MINUTE, HOUR, DAY]
/** A contract or a block that the node does not know is asked for again. */
const UNKNOWN = 30 * DAY
/** About half a day. A deployment in newer blocks is looked for again: Bitcoin may reorganise them away. */
export const REVERSIBLE_BLOCKS = 5000

/** Where a contract is read. */
export type ContractSource = { node: StacksNode; deployments: DeploymentFinder }

/**
 * Reads what is due of a contract, after a block: an interface never changes, so it is read once.
 * @throws {StacksNodeError} if the node is at fault, and not the contract.
 */
export async function readContract(
  { node, deployments }: ContractSource,
  task: DueTask,
  tip: StacksTip,
): Promise<ReadContract> {
  try {
    if (task.kind === 'deployment') return await deploymentOf(deployments, task, tip)
    return task.kind === 'supply' ? await supplyOf(node, task, tip) : await factsOf(node, task, tip)
  } catch (error) {
    const isOfContract = error instanceof StacksNodeError && OF_CONTRACT.includes(error.kind)
    if (!isOfContract) throw error
    return unreadContract(task, error.message, tip)
  }
}

const OF_CONTRACT: StacksNodeErrorKind[] = ['contract', 'unknown-kind']

/** A contract that could not be read. It is asked again, later after each failure. */
export function unreadContract(
  task: DueTask,
  problem: string,
  tip: StacksTip | undefined,
): ReadContract {
  const tasks = [nextTask(task, { problem, isSlow: false }, { usual: DAY, tip })]
  return { principal: task.principal, kind: 'unread', tasks }
}

async function factsOf(node: StacksNode, task: DueTask, tip: StacksTip): Promise<ReadContract> {
  const { principal } = task
  if (task.assets !== undefined) return tokenOf(node, { ...task, assets: task.assets }, tip)
  const contract = await node.contractInterface(principal, tip)
  if (contract === undefined) {
    const tasks = [nextTask(task, { problem: undefined, isSlow: false }, { usual: UNKNOWN, tip })]
    return { principal, kind: 'unknown', tasks }
  }
  const assets = fungibleTokensOf(contract)
  if (assets === undefined) return { principal, kind: 'other', tasks: [] }
  const token = await tokenOf(node, { ...task, assets }, tip)
  const deployment = newTask(principal, 'deployment', unixSeconds())
  return { ...token, tasks: [...token.tasks, deployment] }
}

async function tokenOf(
  node: StacksNode,
  task: DueTask & { assets: string[] },
  tip: StacksTip,
): Promise<ReadContract> {
  const { principal, assets } = task
  const reading = await readFacts(node, principal, tip)
  const { facts, problem, isSlow } = reading
  const supply = { principal, kind: 'supply', failures: 0 } as const
  const tasks = [
    nextTask(task, reading, { usual: DAY, tip }),
    nextTask(supply, { problem: undefined, isSlow }, { usual: HOUR, tip }),
  ]
  return { principal, kind: 'token', assets, facts, problem, height: tip.height, tasks }
}

async function supplyOf(node: StacksNode, task: DueTask, tip: StacksTip): Promise<ReadContract> {
  const { principal } = task
  const reading = await readSupply(node, principal, tip)
  const tasks = [nextTask(task, reading, { usual: HOUR, tip })]
  if (reading.problem !== undefined) return { principal, kind: 'unread', tasks }
  const { totalSupply } = reading
  return { principal, kind: 'supply', totalSupply, height: tip.height, tasks }
}

async function deploymentOf(
  deployments: DeploymentFinder,
  task: DueTask,
  tip: StacksTip,
): Promise<ReadContract> {
  const { principal } = task
  const deployment = await deployments.find(principal, tip)
  const isFinal = deployment?.found && tip.height - deployment.height > REVERSIBLE_BLOCKS
  const usual = deployment?.found ? DAY : UNKNOWN
  const again = nextTask(task, { problem: undefined, isSlow: false }, { usual, tip })
  const tasks = isFinal ? [] : [again]
  if (deployment === undefined) return { principal, kind: 'unread', tasks }
  return { principal, kind: 'deployment', deployment, tasks }
}

/** After `usual` seconds, unless a call failed or took long. `tip`: after which block it was read. */
function nextTask(
  { principal, kind, failures }: Pick<DueTask, 'principal' | 'kind' | 'failures'>,
  { problem, isSlow }: Pick<FactsReading, 'problem' | 'isSlow'>,
  { usual, tip }: { usual: number; tip: StacksTip | undefined },
): Task {
  const failed = problem === undefined ? 0 : failures + 1
  const retry = RETRIES[Math.min(failed, RETRIES.length) - 1] ?? usual
  const seconds = isSlow ? WEEK : retry
  const read_at = unixSeconds()
  const task = newTask(principal, kind, read_at + seconds)
  return { ...task, failures: failed, read_at, read_height: tip?.height }
}
