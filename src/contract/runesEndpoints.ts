import { DIRECTORY_PATHS } from './directory.ts'
import {
  at,
  type Endpoint,
  OPERATION_PARAMETER,
  type Parameter,
  pagingParameters,
} from './endpoint.ts'
import { BITCOIN_ADDRESS, HEIGHT, RUNE_ID, RUNE_NAME } from './identifiers.ts'
import { PATHS } from './paths.ts'
import { SAMPLE_HOLDER as HOLDER, SAMPLE_RUNES } from './samples.ts'

const [RUNE] = SAMPLE_RUNES
const STRANGER = 'bc1qxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'

function runeParameter(name: 'etching' | 'rune'): Parameter {
  return {
    name,
    in: 'path',
    description:
      'A rune: its id (<block height>:<transaction index> of the etching), its number, or its name in upper or lower case, with or without spacers such as • or . between the words.',
    schema: {
      type: 'string',
      anyOf: [
        { pattern: RUNE_ID.source },
        { pattern: HEIGHT.source },
        { pattern: RUNE_NAME.source },
      ],
    },
  }
}

const ETCHING_PARAMETER = runeParameter('etching')
const ADDRESS_PARAMETER: Parameter = {
  name: 'address',
  in: 'path',
  description: 'A Bitcoin address. Its checksum is not verified.',
  schema: { type: 'string', pattern: BITCOIN_ADDRESS.source },
}

/** The rest of the retired runes API, and the directory's runes. */
export const RUNES_ENDPOINTS: readonly Endpoint[] = [
  {
    name: 'etchings',
    group: 'contract',
    title: 'Runes',
    description:
      'The runes with their supply, newest first, without samples. The response is 501 if the database has only part of their history, as in the bundled snapshot.',
    path: PATHS.etchings,
    parameters: pagingParameters('runes'),
    response: 'EtchingPage',
    problems: [
      { problem: 'bad-request', example: `${PATHS.etchings}?limit=5000` },
      { problem: 'not-implemented' },
    ],
    example: `${PATHS.etchings}?limit=2`,
    typescript: `const page = await client.etchings({ limit: 2 })
for (const rune of page.results) console.log(rune.spaced_name, rune.supply?.current)`,
  },
  {
    name: 'etching',
    group: 'contract',
    title: 'Details of a rune',
    description:
      'A rune with its mint terms and its supply. The response is 501 if the database has only part of its history.',
    path: PATHS.etching,
    parameters: [ETCHING_PARAMETER],
    response: 'Etching',
    problems: [
      { problem: 'bad-request', example: at(PATHS.etching, 'no-rune') },
      { problem: 'rune-not-found', example: at(PATHS.etching, 'NOSUCHRUNE') },
      { problem: 'not-implemented' },
    ],
    example: at(PATHS.etching, RUNE),
    typescript: `const rune = await client.etching('${RUNE}')
console.log(rune.spaced_name, rune.supply?.current)`,
  },
  {
    name: 'etchingActivity',
    group: 'contract',
    title: 'Activity of a rune',
    description: 'The records of a rune in all blocks, newest first.',
    path: PATHS.etchingActivity,
    parameters: [ETCHING_PARAMETER, ...pagingParameters('records'), OPERATION_PARAMETER],
    response: 'ActivityPage',
    problems: [
      { problem: 'bad-request', example: at(PATHS.etchingActivity, 'no-rune') },
      { problem: 'rune-not-found', example: at(PATHS.etchingActivity, 'NOSUCHRUNE') },
    ],
    example: `${at(PATHS.etchingActivity, RUNE)}?limit=2`,
    typescript: `for await (const row of client.allEtchingActivity('${RUNE}')) {
  if (row.kind === 'record') console.log(row.record.operation, row.record.amount)
}`,
  },
  {
    name: 'etchingAddressActivity',
    group: 'contract',
    title: 'Activity of a rune and an address',
    description: 'The records of a rune that have this address, newest first.',
    path: PATHS.etchingAddressActivity,
    parameters: [
      ETCHING_PARAMETER,
      ADDRESS_PARAMETER,
      ...pagingParameters('records'),
      OPERATION_PARAMETER,
    ],
    response: 'ActivityPage',
    problems: [
      { problem: 'bad-request', example: at(PATHS.etchingAddressActivity, RUNE, 'nobody') },
      {
        problem: 'rune-not-found',
        example: at(PATHS.etchingAddressActivity, 'NOSUCHRUNE', STRANGER),
      },
    ],
    example: `${at(PATHS.etchingAddressActivity, RUNE, HOLDER)}?limit=2`,
    typescript: `const page = await client.etchingActivity('${RUNE}', { address: '${HOLDER}' })
console.log(page.total)`,
  },
  {
    name: 'holders',
    group: 'contract',
    title: 'Holders of a rune',
    description:
      'The addresses that hold a rune, largest balance first. The response is 501 if the database has only part of the rune’s history.',
    path: PATHS.holders,
    parameters: [ETCHING_PARAMETER, ...pagingParameters('holders')],
    response: 'HolderPage',
    problems: [
      { problem: 'bad-request', example: at(PATHS.holders, 'no-rune') },
      { problem: 'rune-not-found', example: at(PATHS.holders, 'NOSUCHRUNE') },
      { problem: 'not-implemented' },
    ],
    example: `${at(PATHS.holders, RUNE)}?limit=2`,
    typescript: `for await (const { address, balance } of client.allHolders('${RUNE}')) {
  console.log(address, balance)
}`,
  },
  {
    name: 'holder',
    group: 'contract',
    title: 'Holder of a rune',
    description:
      'How much of a rune an address holds: 0 if it no longer holds any. The response is 404 if the address never held the rune, and 501 if the database has only part of the rune’s history.',
    path: PATHS.holder,
    parameters: [ETCHING_PARAMETER, ADDRESS_PARAMETER],
    response: 'Holder',
    problems: [
      { problem: 'bad-request', example: at(PATHS.holder, RUNE, 'nobody') },
      { problem: 'rune-not-found', example: at(PATHS.holder, RUNE, STRANGER) },
      { problem: 'not-implemented' },
    ],
    example: at(PATHS.holder, RUNE, HOLDER),
    typescript: `const { balance } = await client.holder('${RUNE}', '${HOLDER}')
console.log(balance)`,
  },
  {
    name: 'balances',
    group: 'contract',
    title: 'Balances of an address',
    description:
      'How much of each rune an address holds, largest amount first. The response is 501 if the database has only part of the history of runes.',
    path: PATHS.balances,
    parameters: [ADDRESS_PARAMETER, ...pagingParameters('balances')],
    response: 'BalancePage',
    problems: [
      { problem: 'bad-request', example: at(PATHS.balances, 'nobody') },
      { problem: 'not-implemented' },
    ],
    example: at(PATHS.balances, HOLDER),
    typescript: `for await (const { rune, balance } of client.allBalances('${HOLDER}')) {
  console.log(rune.spaced_name, balance)
}`,
  },
  {
    name: 'addressActivity',
    group: 'contract',
    title: 'Activity of an address',
    description:
      'The records that have this address, newest first. A transfer is listed as a send for its sender and as a receive for its receiver. For an unknown address, the response is 200 with total 0.',
    path: PATHS.addressActivity,
    parameters: [ADDRESS_PARAMETER, ...pagingParameters('records'), OPERATION_PARAMETER],
    response: 'ActivityPage',
    problems: [{ problem: 'bad-request', example: at(PATHS.addressActivity, 'nobody') }],
    example: `${at(PATHS.addressActivity, HOLDER)}?limit=2`,
    typescript: `for await (const row of client.allAddressActivity('${HOLDER}')) {
  if (row.kind === 'record') console.log(row.record.operation, row.record.amount)
}`,
  },
  {
    name: 'rune',
    group: 'directory',
    title: 'Known facts about a rune',
    description:
      'The same as /runes/v1/etchings/{etching}, but if the database has only part of the rune’s history, it leaves out unknown values instead of responding with 501.',
    path: DIRECTORY_PATHS.rune,
    parameters: [runeParameter('rune')],
    response: 'ListedRune',
    problems: [
      { problem: 'bad-request', example: at(DIRECTORY_PATHS.rune, 'no-rune') },
      { problem: 'rune-not-found', example: at(DIRECTORY_PATHS.rune, 'NOSUCHRUNE') },
    ],
    example: at(DIRECTORY_PATHS.rune, RUNE),
  },
]
