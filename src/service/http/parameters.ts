import type { HonoRequest } from 'hono'
import { type ActivityQuery, OPERATIONS, type Operation } from '../../contract/activity.ts'
import {
  type BlockListOptions,
  MAX_QUERY_LENGTH,
  SEARCH_KINDS,
  type SearchOptions,
} from '../../contract/directory.ts'
import {
  ADDRESS,
  type Block,
  type Principal,
  parseBitcoinAddress,
  parseBlock,
  parseHeight,
  parsePrincipal,
  parseRune,
  parseTransactionId,
  RUNE_NAME_BEGINNING,
  type RuneIdentifier,
} from '../../contract/identifiers.ts'
import {
  DEFAULT_PAGING,
  PAGING_RULES,
  type Paging,
  parsePagingValue,
} from '../../contract/paging.ts'
import { defaultRuneDirection, RUNE_ORDERS, type RuneListOptions } from '../../contract/runeList.ts'
import {
  DIRECTIONS,
  MAX_FILTER_LENGTH,
  TOKEN_ORDERS,
  type TokenListOptions,
} from '../../contract/tokenList.ts'
import { badRequest } from './httpProblem.ts'

/** Parsers of request parameters. Each throws a 400 that says what is accepted. */

export function principalParameter(text = ''): Principal {
  const accepted = 'a contract principal such as SP….contract-name'
  return parsePrincipal(text) ?? refuse('params/principal', text, accepted)
}

export function transactionIdParameter(text = ''): string {
  const accepted = '64 hexadecimal digits, with or without 0x'
  return parseTransactionId(text) ?? refuse('params/tx_id', text, accepted)
}

export function blockParameter(text = ''): Block {
  const accepted = `a height up to ${Number.MAX_SAFE_INTEGER}, or a hash of 64 hexadecimal digits, with or without 0x`
  return parseBlock(text) ?? refuse('params/block', text, accepted)
}

export function heightParameter(text = '', parameter = 'params/height'): number {
  const accepted = `a height up to ${Number.MAX_SAFE_INTEGER}`
  return parseHeight(text) ?? refuse(parameter, text, accepted)
}

export function runeParameter(name: 'etching' | 'rune', text = ''): RuneIdentifier {
  const accepted =
    'an id such as 840000:1, a number, or a name of up to 28 letters, with or without spacers such as • or . between words'
  return parseRune(text) ?? refuse(`params/${name}`, text, accepted)
}

export function bitcoinAddressParameter(text = ''): string {
  const accepted = 'a Bitcoin address of 14 to 90 letters and digits'
  return parseBitcoinAddress(text) ?? refuse('params/address', text, accepted)
}

export function activityParameters(request: HonoRequest): ActivityQuery {
  return { ...pagingParameters(request), operation: operationParameter(request) }
}

function operationParameter(request: HonoRequest): Operation | undefined {
  const text = singleQuery(request, 'operation_type')
  if (text === undefined) return
  const accepted = 'etching, mint, burn, send or receive'
  return (
    OPERATIONS.find((operation) => operation === text) ??
    refuse('querystring/operation_type', text, accepted)
  )
}

export function pagingParameters(request: HonoRequest): Paging {
  return { offset: pagingParameter(request, 'offset'), limit: pagingParameter(request, 'limit') }
}

function pagingParameter(request: HonoRequest, name: keyof Paging): number {
  const text = singleQuery(request, name)
  if (text === undefined) return DEFAULT_PAGING[name]
  const { min, max } = PAGING_RULES[name]
  const accepted = `a whole number from ${min} to ${max}`
  return parsePagingValue(name, text) ?? refuse(`querystring/${name}`, text, accepted)
}

export function blockListParameters(request: HonoRequest): BlockListOptions {
  const text = singleQuery(request, 'before')
  return text === undefined ? {} : { before: heightParameter(text, 'querystring/before') }
}

export function tokenListParameters(request: HonoRequest): TokenListOptions {
  return {
    name: filterParameter(request, 'name'),
    symbol: filterParameter(request, 'symbol'),
    address: addressParameter(request),
    validMetadataOnly:
      choiceParameter(request, 'valid_metadata_only', ['false', 'true']) === 'true',
    orderBy: choiceParameter(request, 'order_by', TOKEN_ORDERS),
    order: choiceParameter(request, 'order', DIRECTIONS),
  }
}

export function runeListParameters(request: HonoRequest): RuneListOptions {
  const orderBy = choiceParameter(request, 'order_by', RUNE_ORDERS)
  return {
    name: runeNameParameter(request),
    mintable: choiceParameter(request, 'mintable', ['false', 'true']) === 'true',
    orderBy,
    order: choiceParameter(request, 'order', ['', ...DIRECTIONS]) || defaultRuneDirection(orderBy),
  }
}

/** The beginning of a name; empty if it is missing. */
function runeNameParameter(request: HonoRequest): string {
  const text = singleQuery(request, 'name') ?? ''
  if (text === '' || RUNE_NAME_BEGINNING.test(text)) return text
  const accepted = 'up to 28 letters, with or without spacers such as • or . between words'
  return refuse('querystring/name', text, accepted)
}

function filterParameter(request: HonoRequest, name: string): string {
  const text = singleQuery(request, name) ?? ''
  if (text.length <= MAX_FILTER_LENGTH) return text
  return refuse(`querystring/${name}`, text, `at most ${MAX_FILTER_LENGTH} characters long`)
}

function addressParameter(request: HonoRequest): string {
  const text = singleQuery(request, 'address') ?? ''
  if (text === '' || ADDRESS.test(text)) return text
  return refuse('querystring/address', text, 'a Stacks address such as SP…')
}

/** One of `choices`; the first one if the parameter is missing. */
function choiceParameter<const Choice extends string>(
  request: HonoRequest,
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const text = singleQuery(request, name)
  if (text === undefined) return choices[0]
  const found = choices.find((choice) => choice === text)
  return found ?? refuse(`querystring/${name}`, text, choices.filter(Boolean).join(' or '))
}

/** The text to search for; empty if it is missing. */
export function searchParameter(request: HonoRequest): string {
  const text = singleQuery(request, 'q') ?? ''
  if (text.length <= MAX_QUERY_LENGTH) return text
  return refuse('querystring/q', text, `at most ${MAX_QUERY_LENGTH} characters long`)
}

export function searchOptions(request: HonoRequest): SearchOptions {
  const kind = choiceParameter(request, 'kind', ['', ...SEARCH_KINDS])
  return { ...pagingParameters(request), kind: kind === '' ? undefined : kind }
}

/** The value of a query parameter. A repeated one is refused, because it is ambiguous. */
export function singleQuery(request: HonoRequest, name: string): string | undefined {
  const [value, ...more] = request.queries(name) ?? []
  if (more.length > 0)
    throw badRequest(`querystring/${name} was given more than once; give it once`)
  return value
}

function refuse(parameter: string, text: string, accepted: string): never {
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text
  throw badRequest(`${parameter} must be ${accepted}; got ${JSON.stringify(shown)}`)
}
