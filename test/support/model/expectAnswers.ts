// Compares what a service answers over HTTP with the model.
import { expect } from 'vitest'
import { BALANCE_ORDERS } from '../../../src/contract/schemas/address.ts'
import { ADDRESS_FIGURES, ADDRESS_MOVEMENT_TYPES } from '../../../src/contract/schemas/movement.ts'
import type { Random } from '../../../src/demo/random.ts'
import { getJson } from '../startService.ts'
import type { Answers } from './answers.ts'
import { dateOf, type MovementFilters, RUNE_ORDERS } from './facts.ts'
import { retiredForm } from './retiredForm.ts'
import type { ModelBlock, ModelOutput, ModelRune, ModelTx } from './types.ts'

type Options = {
  origin: string
  answers: Answers
  /** Picks pages, and filters. */
  random: Random
  /** The share of the lists that is compared. With all of it, each page at each limit is, else one page. */
  share: number
}

const LIMITS = [7, 60, 1000]
const OPERATIONS = ['etching', 'mint', 'burn', 'send', 'receive']
const TYPES = ['transfer', 'mint', 'burn', 'etching', 'change'] as const

/** Expects the answers of a service to be those of the model. */
export function createExpectations({ origin, answers, random, share }: Options) {
  const { ledger } = answers
  const isThorough = share === 1

  async function expectValue(specified: string, fields: object): Promise<void> {
    const { path, expected } = pickForm(specified, [fields])
    const { status, body } = await getJson(origin + path)
    expect([path, status, body]).toEqual([path, 200, expected[0]])
  }

  /** Pages within the list, at its end and past it. */
  async function expectList(
    specified: string,
    rows: object[],
    {
      limits = LIMITS,
      parameters = {},
      more = {},
    }: { limits?: number[]; parameters?: Parameters; more?: object } = {},
  ): Promise<void> {
    if (!random.chance(share)) return
    const { path, expected } = pickForm(specified, rows)
    for (const limit of isThorough ? limits : [random.pick(limits)]) {
      for (const offset of offsetsOf(expected.length, limit)) {
        const query = queryOf({ ...parameters, limit, offset })
        const { status, body } = await getJson(`${origin}${path}?${query}`)
        const results = expected.slice(offset, offset + limit)
        const page = { limit, offset, total: expected.length, results }
        const flags = 'continues' in body ? continuationOf(expected, { limit, offset }) : {}
        expect([path, query, status, body]).toEqual([
          path,
          query,
          200,
          { ...page, ...more, ...flags },
        ])
      }
    }
  }

  /** The runes API has two forms. */
  function pickForm(path: string, expected: object[]) {
    return path.startsWith('/runes/') && random.chance(0.5)
      ? { path: `/compat${path}`, expected: expected.map(retiredForm) }
      : { path, expected }
  }

  function offsetsOf(total: number, limit: number): number[] {
    const pages = Math.max(1, Math.ceil(total / limit))
    const last = (pages - 1) * limit
    if (!isThorough) return [random.pick([0, random.below(total + 1), last, total + 5])]
    const all = Array.from({ length: pages }, (_, page) => page * limit)
    const some = pages <= 5 ? all : [0, limit, random.below(total), last]
    return [...some, total, total + 1000]
  }

  const value = {
    async block(block: ModelBlock): Promise<void> {
      const path = `/explorer/v1/blocks/${random.pick([block.height, block.hash])}`
      await expectValue(path, answers.block(block))
      await expectValue(`${path}/treemap`, answers.treemap(block))
      await expectGroups(path, (filters) => answers.groups(block.txs, 'rune', filters))
      await expectList(`${path}/by-rune`, answers.byRune(block.txs))
      await expectList(`${path}/by-address`, answers.byAddress(block.txs))
      const rune = pickRune()
      if (rune !== undefined) {
        const parameters = { rune: identifierOf(rune) }
        await expectList(`${path}/by-address`, answers.byAddress(block.txs, rune), { parameters })
      }
      const order_by = random.pick(ADDRESS_FIGURES)
      const sorted = answers.byAddress(block.txs, undefined, order_by)
      await expectList(`${path}/by-address`, sorted, { parameters: { order_by } })
      await expectRecords(`/runes/v1/blocks/${block.height}/activity`, (operation) =>
        answers.blockActivity(block, operation),
      )
      const first_tx = random.below(4)
      const range = { first_tx, last_tx: first_tx + random.below(4) }
      const cenotaphs: MovementFilters = {
        cenotaphs: 'only',
        ...random.pick<MovementFilters>([{}, { type: 'burn' }, range]),
      }
      await expectMovements(
        `${path}/movements`,
        (filters) => answers.blockMovements(block, filters),
        [range, cenotaphs],
      )
    },

    async transaction(tx: ModelTx): Promise<void> {
      const path = `/explorer/v1/transactions/${tx.id}`
      await expectValue(path, answers.transaction(tx))
      await expectGroups(path, (filters) => answers.groups([tx], 'rune-giver-amount', filters))
      await expectList(`${path}/by-rune`, answers.byRune([tx]))
      await expectList(`${path}/by-address`, answers.byAddress([tx]))
      await expectList(`${path}/inputs`, answers.transactionInputs(tx))
      await expectList(`${path}/outputs`, answers.transactionOutputs(tx))
      await expectRecords(`/runes/v1/transactions/${tx.id}/activity`, (operation) =>
        answers.transactionActivity(tx, operation),
      )
      await expectMovements(`${path}/movements`, (filters) => {
        return answers.transactionMovements(tx, filters)
      })
    },

    async rune(rune: ModelRune): Promise<void> {
      const v1 = `/runes/v1/etchings/${identifierOf(rune)}`
      const path = `/explorer/v1/runes/${identifierOf(rune)}`
      await expectValue(v1, answers.etching(rune))
      await expectValue(path, answers.runeDetails(rune))
      await expectValue(`${path}/history`, answers.history(rune))
      const days = 1 + random.below(4)
      await expectValue(`${path}/history?days=${days}`, answers.history(rune, { days }))
      await expectValue(`${path}/history?step=block`, answers.history(rune, { step: 'block' }))
      await expectValue(`${path}/history?step=auto`, answers.history(rune, { step: 'auto' }))
      await expectValue(`${path}/milestones`, answers.milestones(rune))
      await expectValue(`${path}/distribution`, answers.distribution(rune))
      await expectList(`${path}/look-alikes`, answers.lookAlikes(rune))
      await expectList(`${path}/refusals`, answers.runeRefusals(rune), {
        more: { has_more: false },
      })
      await expectList(`${v1}/holders`, answers.holders(rune))
      await expectList(`${path}/holders`, answers.holdersWithChanges(rune), {
        limits: [7, 60, 100],
        more: {
          concentration: answers.concentration(rune),
          without_address: answers.withoutAddress(rune),
        },
      })
      await expectRecords(`${v1}/activity`, (operation) => answers.runeActivity(rune, operation))
      const span = pickSpan()
      for (const parameters of [
        {},
        { type: random.pick(TYPES) },
        span,
        { type: random.pick(TYPES), ...span },
      ]) {
        await expectList(`${path}/movements`, answers.runeMovements(rune, parameters), {
          parameters,
        })
      }
      const order_by = 'amount'
      await expectList(`${path}/movements`, answers.largestMovements(rune), {
        parameters: { order_by },
      })
      const type = random.pick(['transfer', 'burn'] as const)
      await expectList(`${path}/movements`, answers.largestMovements(rune, type), {
        parameters: { order_by, type },
      })
    },

    async address(address: string): Promise<void> {
      const v1 = `/runes/v1/addresses/${address}`
      const path = `/explorer/v1/addresses/${address}`
      await expectValue(path, answers.address(address))
      await expectList(`${v1}/balances`, answers.balances(address))
      await expectList(`${path}/balances`, answers.balancesWithShares(address))
      const order_by = random.pick(BALANCE_ORDERS)
      await expectList(`${path}/balances`, answers.balancesWithShares(address, order_by), {
        parameters: { order_by },
      })
      const name = (pickRune()?.name ?? 'A').slice(0, 1 + random.below(3))
      await expectList(`${path}/balances`, answers.balancesWithShares(address, order_by, name), {
        parameters: { order_by, name },
      })
      await expectList(`${path}/outputs`, answers.outputs(address))
      await expectList(`${path}/paid`, answers.paid(address))
      await expectList(`${path}/refusals`, answers.refusals(address))
      for (const at of [pickBlock().height, dayOf(pickBlock())]) {
        const parameters = { at }
        await expectList(`${path}/balances`, answers.pastBalances(address, at), { parameters })
        const named = answers.pastBalances(address, at, name)
        await expectList(`${path}/balances`, named, { parameters: { at, name } })
      }
      await expectRecords(`${v1}/activity`, (operation) => {
        return answers.addressActivity(address, operation)
      })
      const span = pickSpan()
      for (const parameters of [{}, { type: random.pick(ADDRESS_MOVEMENT_TYPES) }, span]) {
        const expected = answers.addressMovements(address, parameters)
        await expectList(`${path}/movements`, expected, { parameters })
      }
      const step = random.pick(['day', 'block', 'auto'] as const)
      const search = queryOf({ step, ...span })
      await expectValue(
        `${path}/activity?${search}`,
        answers.addressHistory(address, { step, ...span }),
      )
      await expectValue(`${path}/activity`, answers.addressHistory(address))
      const rune = pickRune()
      if (rune === undefined) return
      const [held = { rune }] = answers.balancesOf(address)
      for (const one of [rune, held.rune]) {
        await expectValue(
          `${path}/series?rune=${identifierOf(one)}&step=${step}`,
          answers.series(address, one, step),
        )
      }
      const parameters = { rune: identifierOf(rune), ...span }
      const movements = answers.addressMovements(address, { rune, ...span })
      await expectList(`${path}/movements`, movements, { parameters })
      const type = random.pick(ADDRESS_MOVEMENT_TYPES)
      const ofType = answers.addressMovements(address, { rune, type })
      await expectList(`${path}/movements`, ofType, {
        parameters: { rune: identifierOf(rune), type },
      })
      await expectList(
        `/runes/v1/etchings/${identifierOf(rune)}/activity/${address}`,
        answers.runeAddressActivity(rune, address),
      )
    },

    async output(output: ModelOutput): Promise<void> {
      const burns = ledger.records.filter(
        ({ operation, vout }) => operation === 'burn' && vout !== undefined,
      )
      const outputs = [
        answers.output(output),
        answers.output(random.pick(ledger.outputs)),
        ...(burns.length === 0 ? [] : [answers.burningOutput(random.pick(burns))]),
      ]
      for (const each of outputs) await expectValue(`/explorer/v1/outputs/${each.output}`, each)
      const ids = outputs.map(({ output: id }) => id)
      await expectValue(`/explorer/v1/outputs?output=${ids.join(',')}`, { results: outputs })
    },

    /** Lists that no identifier selects. */
    async lists(): Promise<void> {
      const before = pickBlock().height
      await expectList('/explorer/v1/blocks', answers.blocks())
      await expectList('/explorer/v1/blocks', answers.blocks(before), { parameters: { before } })
      await expectList('/runes/v1/etchings', answers.etchings())
      for (const parameters of [{}, pickSpan()]) {
        await expectList('/explorer/v1/burns', answers.burns(parameters), { parameters })
        await expectList('/explorer/v1/cenotaphs', answers.cenotaphs(parameters), { parameters })
      }
      const rune = pickRune()
      if (rune !== undefined) {
        const parameters = { rune: rune.name }
        await expectList('/explorer/v1/burns', answers.burns({ rune }), { parameters })
      }
      const [points, limit] = [1 + random.below(30), 1 + random.below(50)]
      await expectValue(`/explorer/v1/pulse?points=${points}`, answers.pulse(points))
      await expectValue(`/explorer/v1/highlights?limit=${limit}`, answers.highlights(limit))
      const daily = { order_by: 'movements', days: 1 + random.below(28) } as const
      await expectList('/explorer/v1/runes', answers.runes(daily), {
        parameters: daily,
        limits: [7, 60, 200],
      })
      for (const order_by of isThorough ? RUNE_ORDERS : [random.pick(RUNE_ORDERS)]) {
        const orders = [{ order_by }, { order_by, order: random.pick(['asc', 'desc'] as const) }]
        for (const parameters of [...orders, { ...orders[0], ...pickRuneFilters() }]) {
          await expectList('/explorer/v1/runes', answers.runes(parameters), { parameters })
        }
      }
    },
  }

  async function expectRecords(
    path: string,
    expected: (operation?: string) => object[],
  ): Promise<void> {
    await expectList(path, expected())
    for (const operation_type of isThorough ? OPERATIONS : [random.pick(OPERATIONS)]) {
      await expectList(path, expected(operation_type), { parameters: { operation_type } })
    }
  }

  async function expectGroups(
    path: string,
    expected: (filters: MovementFilters) => object[],
  ): Promise<void> {
    const rune = pickRune()
    const filters: MovementFilters[] = [{}, { change: 'hide' }, { type: random.pick(TYPES) }]
    for (const filter of [...filters, ...(rune ? [{ rune }] : [])]) {
      const { rune: only, ...others } = filter
      const parameters = { ...others, ...(only && { rune: identifierOf(only) }) }
      await expectList(`${path}/groups`, expected(filter), { parameters })
    }
  }

  /** With filters that match something, and with others. */
  async function expectMovements(
    path: string,
    expected: (
      filters: MovementFilters,
    ) => { amount: string | undefined; rune: { name: string } }[],
    more: MovementFilters[] = [],
  ): Promise<void> {
    const all = expected({})
    const some = all[random.below(all.length)]
    const addresses = [...ledger.addresses.keys()]
    const rune = pickRune()
    const filters: MovementFilters[] = [
      {},
      { type: random.pick(TYPES) },
      { change: 'hide' },
      ...(rune ? [{ rune, order_by: 'amount' } as const] : []),
      { text: (some?.rune.name ?? 'A').slice(2, 6).toLowerCase() },
      ...(some?.amount === undefined ? [] : [{ min: some.amount }, { max: some.amount, min: '1' }]),
      ...(addresses.length === 0
        ? []
        : [
            { address: random.pick(addresses), ...(rune && { rune }) },
            { giver: random.pick(['none', random.pick(addresses)]) },
            { receiver: random.pick(['none', random.pick(addresses)]) },
          ]),
      ...more,
    ]
    for (const filter of isThorough ? filters : [{}, random.pick(filters)]) {
      const { rune: only, ...others } = filter
      const parameters = { ...others, ...(only && { rune: identifierOf(only) }) }
      await expectList(path, expected(filter), { parameters })
    }
  }

  function pickRune(): ModelRune | undefined {
    return ledger.runes[random.below(ledger.runes.length)]
  }

  /** Its id or its name. */
  function identifierOf({ id, spacedName }: ModelRune): string {
    return random.pick([id, encodeURIComponent(spacedName), spacedName.replaceAll('•', '.')])
  }

  function pickBlock(): ModelBlock {
    return random.pick(ledger.blocks)
  }

  function pickHeights() {
    const [one, two] = [pickBlock().height, pickBlock().height]
    const heights = { from: Math.min(one, two), to: Math.max(one, two) }
    return random.pick([heights, { from: heights.from }, { to: heights.to }])
  }

  /** Blocks by height or by day. */
  function pickSpan() {
    const { latest } = pickBlock()
    const day = dateOf(latest)
    const month = day.slice(0, 7)
    const dates = [{ from: day }, { to: day }, { from: month, to: month }]
    return random.pick([pickHeights(), pickHeights(), ...dates])
  }

  function pickRuneFilters() {
    const name = (pickRune()?.spacedName ?? 'A').slice(0, 1 + random.below(9))
    const mint = random.pick(['mintable', 'almost', 'minted-out'] as const)
    return random.pick([{ name }, { mint }, pickHeights(), { mint, ...pickHeights() }])
  }

  return value
}

type Parameters = Record<string, string | number>

function queryOf(parameters: Parameters): string {
  return new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(String(value))]),
  ).toString()
}

function dayOf({ latest }: ModelBlock): string {
  return new Date(latest * 1000).toISOString().slice(0, 10)
}

/** Whether the first and the last transaction of a page have movements beside it. */
function continuationOf(expected: object[], { limit, offset }: { limit: number; offset: number }) {
  const isSame = (one: number, two: number) => {
    const [a, b] = [transactionOf(expected[one]), transactionOf(expected[two])]
    return a !== undefined && a === b
  }
  const end = Math.min(offset + limit, expected.length)
  return {
    continues: end > offset && isSame(end - 1, end),
    continued: end > offset && isSame(offset - 1, offset),
  }
}

function transactionOf(row: object | undefined): unknown {
  return row !== undefined && 'place' in row ? JSON.stringify(row.place) : undefined
}
