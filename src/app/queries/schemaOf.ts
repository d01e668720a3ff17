import type { QueryKey } from '@tanstack/react-query'
import * as v from 'valibot'
import { ActivityPage } from '../../contract/activity.ts'
import { BalancePage, HolderPage } from '../../contract/balances.ts'
import {
  About,
  BlockPage,
  BlockTransactions,
  Namesakes,
  Neighbours,
  SearchResults,
  TransactionPosition,
} from '../../contract/directory.ts'
import { Etching } from '../../contract/etching.ts'
import { RunePage } from '../../contract/runeList.ts'
import { Token } from '../../contract/token.ts'
import { TokenPage } from '../../contract/tokenList.ts'

/** The schema of a query's reply. */
export function schemaOf([name]: QueryKey): v.GenericSchema {
  return SCHEMAS.get(name) ?? v.unknown()
}

const SCHEMAS = new Map<unknown, v.GenericSchema>([
  ['token', Token],
  ['transaction', ActivityPage],
  ['block', ActivityPage],
  ['tokens', TokenPage],
  ['runes', RunePage],
  ['blocks', BlockPage],
  ['rune activity', ActivityPage],
  ['address', ActivityPage],
  ['rune', Etching],
  ['holders', HolderPage],
  ['balances', BalancePage],
  ['deployed tokens', TokenPage],
  ['about', About],
  ['neighbours', Neighbours],
  ['block transactions', BlockTransactions],
  ['namesakes', Namesakes],
  ['search', SearchResults],
  ['suggestions', SearchResults],
  ['transaction position', TransactionPosition],
])
