import { ActivityPage, Rune, RuneActivity, RuneLocation } from './activity.ts'
import {
  About,
  BlockTransactions,
  HeldBlock,
  Namesakes,
  Neighbours,
  Place,
  SearchHit,
  SearchResults,
  SharedBy,
} from './directory.ts'
import { HealthLive, HealthReady, HealthUnavailable } from './health.ts'
import { ProblemBody } from './problems.ts'
import { Token, TokenAttribute, TokenLocalization, TokenMetadata } from './token.ts'

/** The schemas of all responses, by the names they have in `/openapi.json`. */
export const SCHEMAS = {
  Token,
  TokenMetadata,
  TokenAttribute,
  TokenLocalization,
  ActivityPage,
  RuneActivity,
  Rune,
  RuneLocation,
  About,
  HeldBlock,
  SearchResults,
  SearchHit,
  Neighbours,
  BlockTransactions,
  Place,
  Namesakes,
  SharedBy,
  HealthLive,
  HealthReady,
  HealthUnavailable,
  Problem: ProblemBody,
}

export type SchemaName = keyof typeof SCHEMAS
