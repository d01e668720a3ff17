import { ActivityPage, Rune, RuneActivity, RuneLocation } from './activity.ts'
import { Balance, BalancePage, Holder, HolderPage } from './balances.ts'
import {
  About,
  BlockPage,
  BlockTransactions,
  IndexedBlock,
  MatchingTokens,
  Namesakes,
  Neighbours,
  SearchHit,
  SearchResults,
  TransactionPosition,
} from './directory.ts'
import { Etching, EtchingLocation, EtchingPage, MintTerms, RuneSupply } from './etching.ts'
import { HealthLive, HealthReady, HealthUnavailable } from './health.ts'
import { ProblemBody } from './problems.ts'
import { ListedRune, RunePage } from './runeList.ts'
import { RunesStatus } from './runesStatus.ts'
import { Token, TokenAttribute, TokenLocalization, TokenMetadata } from './token.ts'
import { ListedToken, TokenPage } from './tokenList.ts'

/** The schemas of all responses, by their names in `/openapi.json`. */
export const SCHEMAS = {
  Token,
  TokenMetadata,
  TokenAttribute,
  TokenLocalization,
  TokenPage,
  ListedToken,
  ActivityPage,
  RuneActivity,
  Rune,
  RuneLocation,
  EtchingPage,
  Etching,
  MintTerms,
  RuneSupply,
  EtchingLocation,
  HolderPage,
  Holder,
  BalancePage,
  Balance,
  RunePage,
  ListedRune,
  BlockPage,
  About,
  IndexedBlock,
  SearchResults,
  SearchHit,
  Neighbours,
  BlockTransactions,
  TransactionPosition,
  Namesakes,
  MatchingTokens,
  RunesStatus,
  HealthLive,
  HealthReady,
  HealthUnavailable,
  Problem: ProblemBody,
}

export type SchemaName = keyof typeof SCHEMAS
