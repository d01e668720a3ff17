import type { Endpoint } from './endpoint.ts'
import * as p from './parameters.ts'
import { TransactionInput, TransactionOutput } from './schemas/address.ts'
import { BlockTreemap, MovementGroup } from './schemas/alike.ts'
import {
  BlockDetails,
  BlockSummary,
  CenotaphSummary,
  TransactionDetails,
  TransactionFee,
} from './schemas/chain.ts'
import { AddressTotals, Movement, movementPageOf, RuneTotals } from './schemas/movement.ts'
import { pageOf } from './schemas/page.ts'

/** Those of blocks and transactions. */
export const CHAIN_ENDPOINTS = {
  blocks: {
    path: '/explorer/v1/blocks',
    parameters: { before: p.beforeHeight, ...p.paging('blocks') },
    reply: pageOf(BlockSummary, 'blocks'),
    title: 'Blocks',
    description: 'The blocks of the index with their figures, newest first.',
  },
  blockDetails: {
    path: '/explorer/v1/blocks/:block',
    parameters: { block: p.block },
    reply: BlockDetails,
    title: 'Block',
    description: 'A block, its figures, its neighbours, and what happened in each part of it.',
  },
  blockMovements: {
    path: '/explorer/v1/blocks/:block/movements',
    parameters: {
      block: p.block,
      ...p.movementFilters,
      ...p.blockFilters,
      ...p.paging('movements'),
    },
    reply: movementPageOf(Movement),
    title: 'Movements of a block',
    description: 'Who gave what to whom in a block, in its order.',
    example: { type: 'transfer' },
  },
  blockGroups: {
    path: '/explorer/v1/blocks/:block/groups',
    parameters: { block: p.block, ...p.groupFilters, ...p.paging('groups') },
    reply: pageOf(MovementGroup, 'groups'),
    title: 'Movements of a block in groups',
    description: 'The movements of a block by type and rune, the largest groups first.',
  },
  blockTreemap: {
    path: '/explorer/v1/blocks/:block/treemap',
    parameters: { block: p.block },
    reply: BlockTreemap,
    title: 'Treemap of a block',
    description:
      'The movements of a block by rune and address. Each is counted once: for its first receiver, a burn for its owner.',
  },
  blockByAddress: {
    path: '/explorer/v1/blocks/:block/by-address',
    parameters: { block: p.block, ...p.byAddressFilters, ...p.paging('entries') },
    reply: pageOf(AddressTotals, 'entries'),
    title: 'Block by address',
    description:
      'What each address got and gave in a block, a rune an entry: the runes with the most movements first, then the largest amounts.',
  },
  blockByRune: {
    path: '/explorer/v1/blocks/:block/by-rune',
    parameters: { block: p.block, ...p.paging('runes') },
    reply: pageOf(RuneTotals, 'runes'),
    title: 'Block by rune',
    description: 'What happened to each rune in a block, the one with the most movements first.',
  },
  burns: {
    path: '/explorer/v1/burns',
    parameters: { rune: p.burnedRune, ...p.span, ...p.paging('movements') },
    reply: movementPageOf(Movement),
    title: 'Burns',
    description:
      'The burns of all runes, or of one, newest first. offset is at most 100,000; from and to narrow the blocks.',
    problems: ['not-found'],
  },
  cenotaphs: {
    path: '/explorer/v1/cenotaphs',
    parameters: { ...p.span, ...p.paging('transactions') },
    reply: pageOf(CenotaphSummary, 'transactions'),
    title: 'Cenotaphs',
    description:
      'The transactions whose runestone is malformed, newest first, and what each burned. Those that neither moved nor etched a rune are left out. offset is at most 100,000; from and to narrow the blocks.',
  },
  transactionDetails: {
    path: '/explorer/v1/transactions/:tx_id',
    parameters: { tx_id: p.txId },
    reply: TransactionDetails,
    title: 'Transaction',
    description:
      'A transaction that moved runes, or that was refused a mint or an etching: what it did, its figures and its neighbours.',
  },
  transactionMovements: {
    path: '/explorer/v1/transactions/:tx_id/movements',
    parameters: { tx_id: p.txId, ...p.movementFilters, ...p.paging('movements') },
    reply: movementPageOf(Movement),
    title: 'Movements of a transaction',
    description: 'Who gave what to whom in a transaction, in its order.',
  },
  transactionGroups: {
    path: '/explorer/v1/transactions/:tx_id/groups',
    parameters: { tx_id: p.txId, ...p.groupFilters, ...p.paging('groups') },
    reply: pageOf(MovementGroup, 'groups'),
    title: 'Movements of a transaction in groups',
    description:
      'The movements of a transaction by type, rune, giver and amount, the largest groups first. giver, min and max of its movements list those of one.',
  },
  transactionByAddress: {
    path: '/explorer/v1/transactions/:tx_id/by-address',
    parameters: { tx_id: p.txId, ...p.byAddressFilters, ...p.paging('entries') },
    reply: pageOf(AddressTotals, 'entries'),
    title: 'Transaction by address',
    description: 'What each address got and gave in a transaction, a rune an entry.',
  },
  transactionByRune: {
    path: '/explorer/v1/transactions/:tx_id/by-rune',
    parameters: { tx_id: p.txId, ...p.paging('runes') },
    reply: pageOf(RuneTotals, 'runes'),
    title: 'Transaction by rune',
    description: 'What happened to each rune in a transaction.',
  },
  transactionInputs: {
    path: '/explorer/v1/transactions/:tx_id/inputs',
    parameters: { tx_id: p.txId, ...p.paging('entries') },
    reply: pageOf(TransactionInput, 'entries'),
    title: 'Inputs of a transaction',
    description:
      'What the outputs that a transaction spent held, the oldest output first, a rune an entry, and which transaction made them. Outputs without runes are left out.',
  },
  transactionOutputs: {
    path: '/explorer/v1/transactions/:tx_id/outputs',
    parameters: { tx_id: p.txId, ...p.paging('entries') },
    reply: pageOf(TransactionOutput, 'entries'),
    title: 'Outputs of a transaction',
    description:
      'The outputs of a transaction that hold or held runes, first output first, a rune an entry, and where they were spent.',
  },
  transactionFee: {
    path: '/explorer/v1/transactions/:tx_id/fee',
    parameters: { tx_id: p.txId },
    reply: TransactionFee,
    title: 'Fee of a transaction',
    description: 'What a transaction of the index paid, and its size. Needs a node with its block.',
  },
} as const satisfies Record<string, Endpoint>
