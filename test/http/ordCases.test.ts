// The cases of the rules, over HTTP: a node has the blocks, a follower indexes them, the service tells what is there.
import { parse } from 'lossless-json'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { NETWORKS } from '../../src/bitcoin/networks.ts'
import { readNumber } from '../../src/contract/json.ts'
import { Refusal } from '../../src/contract/schemas/refusal.ts'
import { txidOf } from '../../src/demo/encodeTransaction.ts'
import type { SimulatedNode } from '../../src/demo/simulatedNode.ts'
import { mineChain } from '../support/mineChain.ts'
import {
  type BuiltChain,
  buildChain,
  CHAIN_FILES,
  describeRecord,
  describeRefusal,
  type IndexContents,
  readChainCases,
} from '../support/ordCases.ts'
import { followNode, indexNode, type ServedData } from '../support/servedData.ts'
import { getJson, startService } from '../support/startService.ts'

for (const file of CHAIN_FILES) {
  describe(`the service tells what ${file} expects`, () => {
    for (const { expect: contents, ...chainCase } of readChainCases(file)) {
      test(chainCase.name, async () => {
        const chain = buildChain(chainCase)
        const origin = await startService({ data: await index(mineChain(chain)) })
        expect(await readContents(origin, chain)).toEqual(shownOf(contents))
      })
    }
  })
}

/** Some begin where no node's chain does. */
function index(node: SimulatedNode): Promise<ServedData> {
  const begins = NETWORKS[node.network].firstRuneHeight
  return node.firstHeight > begins ? indexNode(node) : followNode(node)
}

/** The API does not tell terms that set nothing from no terms. */
function shownOf({ runes, ...contents }: IndexContents): IndexContents {
  return {
    ...contents,
    runes: runes.map(({ terms, ...rune }) => ({
      ...rune,
      terms: terms !== undefined && Object.keys(terms).length > 0 ? terms : undefined,
    })),
  }
}

const Nullable = v.nullable(v.union([v.string(), v.number(), v.bigint()]))
const EtchingPage = v.object({
  results: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      spaced_name: v.string(),
      divisibility: v.number(),
      symbol: v.string(),
      turbo: v.boolean(),
      mint_terms: v.record(v.string(), Nullable),
      supply: v.record(v.string(), v.union([v.string(), v.boolean()])),
      location: v.object({ tx_id: v.optional(v.string()) }),
    }),
  ),
})
type ShownEtching = v.InferOutput<typeof EtchingPage>['results'][number]

const Activity = v.object({
  results: v.array(
    v.object({
      rune: v.object({ id: v.string() }),
      operation: v.string(),
      amount: v.optional(v.string()),
      address: v.optional(v.string()),
      receiver_address: v.optional(v.string()),
      location: v.object({ vout: v.optional(v.number()) }),
    }),
  ),
})
const Balances = v.object({
  results: v.array(v.object({ rune: v.object({ id: v.string() }), balance: v.string() })),
})
const Output = v.object({
  runes: v.array(v.object({ rune: v.object({ id: v.string() }), amount: v.string() })),
  spent_by: v.optional(v.unknown()),
})

/** A transaction that the service does not know has none. */
const Refusals = v.object({ refusals: v.optional(v.array(Refusal)) })

/** What the service tells of a chain, with the labels of the case. */
async function readContents(origin: string, chain: BuiltChain): Promise<IndexContents> {
  const labels = new Map(
    [...chain.txids, ...chain.addresses].map(([label, id]) => [id, label] as const),
  )
  const labelOf = (id: string | undefined) => (id === undefined ? undefined : labels.get(id))
  const contents: IndexContents = {
    runes: [],
    outputs: {},
    balances: {},
    records: {},
    flaws: {},
    refusals: {},
  }
  // Heights of terms may exceed 2^53.
  const text = await (await fetch(`${origin}/runes/v1/etchings?limit=1000`)).text()
  const etchings = v.parse(EtchingPage, parse(text, undefined, readNumber)).results.reverse()
  contents.runes = etchings.map((etching) => describeRune(etching, labelOf))

  const counts = countOutputs(chain)
  for (const [label, txid] of chain.txids) {
    const { body } = await getJson(`${origin}/explorer/v1/transactions/${txid}`)
    const refusals = v.parse(Refusals, body).refusals ?? []
    if (refusals.length > 0) {
      contents.refusals[label] = refusals.map(({ rune_id, address, ...refusal }) =>
        describeRefusal({ ...refusal, rune: rune_id, address: labelOf(address) }),
      )
    }
    const path = `/runes/v1/transactions/${txid}/activity?limit=1000`
    const { results } = v.parse(Activity, (await getJson(origin + path)).body)
    if (results.length === 0) continue
    contents.records[label] = results.reverse().map((it) =>
      describeRecord({
        ...it,
        rune: it.rune.id,
        amount: it.amount === undefined ? undefined : rawOf(it.amount),
        address: labelOf(it.address),
        receiver: labelOf(it.receiver_address),
        vout: it.location.vout,
      }),
    )
    if (body.flaw !== undefined) contents.flaws[label] = body.flaw
    for (let vout = 0; vout < (counts.get(txid) ?? 0); vout++) {
      const { status, body } = await getJson(`${origin}/explorer/v1/outputs/${txid}:${vout}`)
      if (status === 404) continue
      const { runes, spent_by } = v.parse(Output, body)
      // What an OP_RETURN burned is in the records.
      if (spent_by !== undefined || runes.length === 0) continue
      const amounts = runes.map(({ rune, amount }) => [rune.id, rawOf(amount)] as const)
      contents.outputs[`${label}:${vout}`] = Object.fromEntries(amounts)
    }
  }
  for (const [label, address] of chain.addresses) {
    const { body } = await getJson(`${origin}/runes/v1/addresses/${address}/balances?limit=1000`)
    const { results } = v.parse(Balances, body)
    const amounts = results.map(({ rune, balance }) => [rune.id, rawOf(balance)] as const)
    if (amounts.length > 0) contents.balances[label] = Object.fromEntries(amounts)
  }
  return contents
}

function describeRune(
  {
    id,
    name,
    spaced_name,
    divisibility,
    symbol,
    turbo,
    mint_terms,
    supply,
    location,
  }: ShownEtching,
  labelOf: (id: string | undefined) => string | undefined,
): IndexContents['runes'][number] {
  const { amount, cap, height_start, height_end, offset_start, offset_end } = mint_terms
  const shown = {
    amount,
    cap,
    heightStart: height_start,
    heightEnd: height_end,
    offsetStart: offset_start,
    offsetEnd: offset_end,
  }
  const set = Object.entries(shown).filter(([, value]) => value !== null)
  const terms = Object.fromEntries(set.map(([term, value]) => [term, rawOf(String(value))]))
  return {
    id,
    name,
    etching: labelOf(location.tx_id?.slice(2)),
    spacers: spacersOf(spaced_name),
    divisibility,
    symbol: symbol === '¤' ? undefined : symbol,
    premine: rawOf(String(supply.premine)),
    terms: set.length === 0 ? undefined : terms,
    turbo,
    mints: BigInt(String(supply.total_mints)),
    burned: rawOf(String(supply.burned)),
  }
}

/** All places of the divisibility are shown. */
function rawOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}

function spacersOf(spacedName: string): number {
  return [...spacedName.matchAll(/•/g)].reduce(
    (bits, { index }, place) => bits | (1 << (index - place - 1)),
    0,
  )
}

/** The numbers of outputs of all transactions, by id. */
function countOutputs({ blocks }: BuiltChain): Map<string, number> {
  const all = blocks.flatMap(({ coinbase, transactions }) => [coinbase, ...transactions])
  return new Map(all.map((transaction) => [txidOf(transaction), transaction.outputs.length]))
}
