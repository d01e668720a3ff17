import type { About } from '../../../src/contract/schemas/chain.ts'
import type { Answers } from '../model/answers.ts'
import { compare, DAY, dateOf, groupBy, partsOf, shareOf } from '../model/facts.ts'
import type { ModelBlock, ModelOutput, ModelRecord, ModelRune, ModelTx } from '../model/types.ts'
import { snapshotTokens } from '../tokens/snapshotTokens.ts'
import type { Expected, Value } from './compareFigures.ts'

/** How many rows a page of a list has. */
const PAGE = 25

/** A page of the explorer, and what its figures must be. */
export type Visit = { path: string; expected: Expected }

/** What the model knows of the figures of each kind of page. */
export class ExpectedFigures {
  readonly #answers: Answers
  readonly #common: Expected

  constructor(answers: Answers, about: About) {
    this.#answers = answers
    const { tip, blocks } = answers.ledger
    this.#common = {
      'index.block_height': tip.height,
      'index.timestamp': tip.timestamp,
      'index.from': blocks[0]?.height,
      'index.to': tip.height,
      'index.runes': answers.ledger.runes.length,
      'index.transactions': blocks.reduce((sum, { txs }) => sum + txs.length, 0),
      'index.records': answers.ledger.records.length,
      'index.addresses': answers.ledger.addresses.size,
      'example.block': about.examples.block,
    }
  }

  /** The pages of lists, and of some of everything: what is largest, and what `pick` takes. */
  all(pick: <Item>(items: readonly Item[]) => Item[]): Visit[] {
    const { blocks, runes, outputs, records, addresses } = this.#answers.ledger
    const txs = blocks.flatMap((block) => block.txs)
    const recordsOf = ({ txs }: ModelBlock) => txs.reduce((sum, tx) => sum + tx.records.length, 0)
    const busiest = (keyOf: (record: ModelRecord) => string | undefined) => {
      const groups = [...groupBy(records, keyOf)].filter(([key]) => key !== undefined)
      return largest(groups, ([, own]) => own.length)?.[0]
    }
    const busiestRune = busiest(({ rune }) => rune.id)
    return [
      this.home(),
      this.blocks(),
      this.runes(),
      ...[largest(blocks, recordsOf), ...pick(blocks)].flatMap((one) =>
        one ? this.block(one) : [],
      ),
      ...[largest(txs, (tx) => tx.records.length), ...pick(txs)].flatMap((one) =>
        one ? this.transaction(one) : [],
      ),
      ...[runes.find(({ id }) => id === busiestRune), ...pick(runes)].flatMap((one) =>
        one ? this.rune(one) : [],
      ),
      ...[busiest(({ address }) => address), ...pick([...addresses.keys()])].flatMap((one) =>
        one ? this.address(one) : [],
      ),
      ...pick(outputs).map((output) => this.output(output)),
    ]
  }

  home(): Visit {
    const blocks = this.#answers.blocks().slice(0, 20)
    const runes = this.#answers.runes({ order_by: 'day_movements' }).slice(0, 8)
    return this.#visit('/', {
      ...columns(
        'stones',
        blocks.map(({ counts, movements }) => ({ ...counts, movements })).reverse(),
        ['transfers', 'mints', 'burns', 'etchings', 'movements'],
      ),
      'column.movements': new Set(blocks.map(({ movements }) => movements)),
      ...this.#runeRows(runes),
      ...tokenFigures(),
    })
  }

  blocks(): Visit {
    const blocks = this.#answers.blocks()
    return this.#visit('/blocks', {
      ...this.#list(blocks.length),
      ...this.#blockRows(blocks.slice(0, PAGE)),
    })
  }

  runes(): Visit {
    const runes = this.#answers.runes({ order_by: 'day_movements' })
    return this.#visit('/runes', {
      ...this.#list(runes.length),
      ...this.#runeRows(runes.slice(0, PAGE)),
    })
  }

  block(block: ModelBlock): Visit[] {
    const details = this.#answers.block(block)
    const { counts } = details
    const path = `/block/${block.height}`
    const header: Expected = {
      'block.block_height': block.height,
      'block.timestamp': block.timestamp,
      'previous.block_height': details.previous,
      'next.block_height': details.next,
      'block.transactions': details.transactions,
      'block.runes': details.runes,
      'block.movements': details.movements,
      ...named('block', counts),
      'leading.movements': details.leading?.movements,
      'leading.addresses': details.leading?.addresses,
      'before.block_height': details.previous_moving,
      'after.block_height': details.next_moving,
      'tab.movements': details.movements,
      'tab.by rune': details.runes,
      'tab.raw records': details.records,
    }
    const movements = this.#answers.blockMovements(block, { change: 'hide' })
    const groups = this.#answers.groups(block.txs, 'rune', { change: 'hide' })
    const tiles = this.#answers.treemap(block).runes.flatMap((rune) => rune.tiles)
    const byAddress = this.#answers.byAddress(block.txs)
    const byRune = this.#answers.byRune(block.txs)
    header['tile.movements'] = new Set(tiles.map((tile) => tile.movements))
    const { parts } = partsOf(block)
    const types = ['transfers', 'mints', 'burns', 'etchings'] as const
    const inOrder = types.map((type, at) => [`part.${type}`, parts.map((part) => part[at])])
    return [
      this.#visit(path, { ...header, ...this.#groupedRows(movements, groups) }),
      this.#visit(`${path}?figure=order&group=off`, {
        ...header,
        'tile.movements': undefined,
        ...Object.fromEntries(inOrder),
        'column.movements': new Set(
          parts.map((part) => part.reduce((sum, count) => sum + count, 0)),
        ),
        ...this.#movementRows(movements),
      }),
      this.#visit(`${path}?view=by-address`, { ...header, ...this.#addressRows(byAddress) }),
      this.#visit(`${path}?view=by-rune`, { ...header, ...this.#totalRows(byRune) }),
      this.#visit(`${path}?view=raw`, {
        ...header,
        ...this.#recordRows(this.#answers.blockActivity(block)),
      }),
    ]
  }

  transaction(tx: ModelTx): Visit[] {
    const details = this.#answers.transaction(tx)
    const path = `/tx/${tx.id}`
    const header: Expected = {
      'transaction.block_height': tx.block.height,
      'transaction.tx_index': tx.index,
      'transaction.timestamp': tx.block.timestamp,
      'transaction.movements': details.movements,
      'tab.movements': details.movements,
      'tab.raw records': details.records,
      ...sentenceFigures(details),
      ...flowFigures(details),
    }
    const movements = this.#answers.transactionMovements(tx, { change: 'hide' })
    const groups = this.#answers.groups([tx], 'pair', { change: 'hide' })
    const byAddress = this.#answers.byAddress([tx])
    const outputs = this.#answers.transactionOutputs(tx)
    const perOutput = outputs.filter(({ output }, at) => outputs[at - 1]?.output !== output)
    return [
      this.#visit(path, { ...header, ...this.#groupedRows(movements, groups) }),
      this.#visit(`${path}?view=by-address`, { ...header, ...this.#addressRows(byAddress) }),
      this.#visit(`${path}?view=outputs`, {
        ...header,
        ...this.#list(outputs.length),
        ...columns('output', outputs.slice(0, PAGE), ['amount']),
        'output.vout': perOutput
          .filter((row) => outputs.indexOf(row) < PAGE)
          .map(({ vout }) => vout),
      }),
      this.#visit(`${path}?view=raw`, {
        ...header,
        ...this.#recordRows(this.#answers.transactionActivity(tx)),
      }),
    ]
  }

  rune(rune: ModelRune): Visit[] {
    const details = this.#answers.runeDetails(rune)
    const path = `/rune/${rune.id}`
    const header: Expected = {
      ...this.#runeFigures(details),
      'rune.payer_other_runes': details.payer ? details.payer.other_runes : undefined,
      'tab.movements': details.movements,
      'tab.holders': details.holders,
      'tab.raw records': details.records,
      ...this.#historyFigures(rune),
      'previous.number': details.previous?.number,
      'next.number': details.next?.number,
    }
    const movements = this.#answers.runeMovements(rune)
    const holders = this.#answers.holdersWithChanges(rune, PAGE)
    return [
      this.#visit(path, { ...header, ...this.#movementRows(movements), ...placesOf(movements) }),
      this.#visit(`${path}?view=holders`, {
        ...header,
        ...this.#list(details.holders),
        ...columns('holder', holders, ['rank', 'balance', 'share', 'day_change', 'week_change']),
        ...receivedOf(holders),
        ...Object.fromEntries(
          this.#answers
            .concentration(rune)
            .map(({ holders, share }) => [`concentration.largest_${holders}`, share]),
        ),
        'concentration.without_address': this.#answers.withoutAddress(rune)?.share,
      }),
      this.#visit(`${path}?view=details`, header),
      this.#visit(`${path}?view=raw`, {
        ...header,
        ...this.#recordRows(this.#answers.runeActivity(rune)),
      }),
    ]
  }

  address(address: string): Visit[] {
    const details = this.#answers.address(address)
    const path = `/address/${address}`
    const header: Expected = {
      ...fields('address', details, ['runes', 'outputs', 'movements', 'paid']),
      'address.first_seen': details.first_seen?.timestamp,
      'address.first_block': details.first_seen?.block_height,
      'address.last_seen': details.last_seen?.timestamp,
      'address.last_block': details.last_seen?.block_height,
      'tab.balances': details.runes,
      'tab.unspent outputs': details.outputs,
      'tab.paid for': details.paid,
      'tab.raw records': details.records,
    }
    const balances = this.#answers.balancesWithShares(address)
    const movements = this.#answers.addressMovements(address)
    const outputs = this.#answers.outputs(address)
    const balanceRows = (rows: typeof balances): Expected => ({
      ...columns('balance', rows, ['balance', 'share']),
      'balance.movements': rows.map((row) => row.movements || undefined),
      ...receivedOf(rows),
    })
    return [
      this.#visit(path, {
        ...header,
        ...this.#movementRows(movements),
        'movement.amount': undefined,
        'movement.change': movements.slice(0, PAGE).map(({ change }) => change),
        'movement.more_addresses': movements
          .slice(0, PAGE)
          .map(({ counterparties, has_more_counterparties }) =>
            moreOf(counterparties, has_more_counterparties),
          ),
        ...placesOf(movements),
        ...balanceRows(balances.slice(0, 10)),
      }),
      this.#visit(`${path}?view=balances`, {
        ...header,
        ...this.#list(balances.length),
        ...balanceRows(balances.slice(0, PAGE)),
      }),
      this.#visit(`${path}?view=outputs`, {
        ...header,
        ...this.#list(outputs.length),
        ...columns('output', outputs.slice(0, PAGE), ['amount']),
        ...placesOf(outputs),
        'place.block_height': outputs.slice(0, PAGE).map(({ place }) => place.block_height),
      }),
      this.#visit(`${path}?view=raw`, {
        ...header,
        ...this.#recordRows(this.#answers.addressActivity(address)),
      }),
    ]
  }

  output(output: ModelOutput): Visit {
    const { rune_count, runes, place, spent_by } = this.#answers.output(output)
    return this.#visit(`/output/${output.tx.id}:${output.vout}`, {
      'output.vout': output.vout,
      'output.timestamp': place.timestamp,
      'output.block_height': place.block_height,
      'output.spent_height': spent_by?.block_height,
      'output.rune_count': rune_count,
      'held.amount': runes.map(({ amount }) => amount),
      'list.last': runes.length,
    })
  }

  #visit(path: string, expected: Expected): Visit {
    return { path, expected: { ...this.#common, ...expected } }
  }

  /** The first page of a list. */
  #list(total: number): Expected {
    const last = Math.ceil(total / PAGE)
    return {
      'list.total': total,
      'list.first': 1,
      'list.last': Math.min(total, PAGE),
      'list.pages': last,
      'list.page': last <= 1 ? [] : [...new Set([1, 2, last])].filter((page) => page <= last),
    }
  }

  #blockRows(blocks: ReturnType<Answers['blocks']>): Expected {
    return {
      ...columns('block', blocks, ['block_height', 'timestamp', 'transactions', 'movements']),
      ...columns(
        'block',
        blocks.map(({ counts }) => counts),
        ['transfers', 'mints', 'burns', 'etchings'],
      ),
    }
  }

  #runeRows(runes: ReturnType<Answers['runes']>): Expected {
    const rows = runes.map((rune) => this.#runeFigures(rune))
    const listed = ['supply', 'holders', 'day_movements', 'timestamp', 'mint_start']
    return {
      ...Object.fromEntries(
        listed.map((name) => [`rune.${name}`, rows.map((row) => single(row[`rune.${name}`]))]),
      ),
      'rune.mint_start': runes.map(({ mint_state, mint_start }) =>
        mint_state === 'upcoming' ? mint_start : undefined,
      ),
      'rune.minted_percent': runes.map((rune) =>
        isBarShown(rune) ? mintedShare(rune) : undefined,
      ),
      'rune.total_mints': runes.map((rune) =>
        rune.mint_state === 'mintable' && !isBarShown(rune) ? rune.supply.total_mints : undefined,
      ),
    }
  }

  #runeFigures(rune: ReturnType<Answers['rune']>): Expected {
    const { supply, mint_terms, location, is_older } = rune
    return {
      ...fields('rune', rune, ['number', 'holders', 'day_movements', 'divisibility']),
      ...fields('rune', rune, ['mints_left', 'mint_start', 'mint_end', 'newest_mint']),
      ...fields('rune', supply, ['premine', 'minted', 'burned', 'total_mints', 'total_burns']),
      'rune.supply': is_older ? undefined : supply.current,
      'rune.cap': capOf(rune),
      'rune.minted_percent': mintedShare(rune),
      'estimate.date': new Set(
        [rune.mint_start, rune.mint_end].map((height = 0) => this.#expectedTime(height)),
      ),
      'rune.mint_amount': mint_terms.amount ?? undefined,
      'rune.timestamp': location.timestamp,
      'rune.block_height': location.block_height,
      'rune.tx_index': location.tx_index,
    }
  }

  /** Ten minutes a block after the newest one. */
  #expectedTime(height: number): number {
    const { tip } = this.#answers.ledger
    return tip.timestamp + (height - tip.height) * 600
  }

  /** A column for each of the last 28 days, from the first one with records on. */
  #historyFigures(rune: ModelRune): Expected {
    const { first_date = '', newest_date, before, results } = this.#answers.history(rune, 28)
    const newest = Date.parse(newest_date) / 1000
    const dates = Array.from({ length: 28 }, (_, day) => dateOf(newest - (27 - day) * DAY))
    let last = before
    const days = dates
      .filter((date) => date >= first_date)
      .map((date) => {
        const found = results.find((day) => day.date === date)
        last = found ?? last
        const { movements = 0, transfers = 0, burns = 0 } = found ?? {}
        const etchings = found && date === first_date && rune.tx ? 1 : 0
        const mints = movements - transfers - burns - etchings
        const { holders = 0, supply = '0' } = last ?? {}
        return { transfers, mints, burns, etchings, holders, supply, movements }
      })
    if (days.length < 3) return {}
    return {
      ...columns('history', days, ['transfers', 'mints', 'burns', 'etchings', 'holders', 'supply']),
      'history.first_holders': days[0]?.holders,
      'history.last_holders': days.at(-1)?.holders,
      'column.movements': new Set(days.map(({ movements }) => movements)),
    }
  }

  #movementRows(all: MovementRows): Expected {
    const rows = all.slice(0, PAGE)
    return {
      ...this.#list(all.length),
      'movement.amount': rows.map(({ amount }) => amount),
      'movement.more_addresses': rows.map(({ to, receivers = [], has_more_receivers = false }) =>
        to === undefined ? moreOf(receivers, has_more_receivers) : undefined,
      ),
    }
  }

  /** Those that are alike stand together where that makes the list at least a tenth shorter. */
  #groupedRows(movements: MovementRows, groups: ReturnType<Answers['groups']>): Expected {
    if (groups.length * 10 > movements.length * 9) return this.#movementRows(movements)
    const rows = groups.slice(0, PAGE)
    const parties = rows
      .flatMap(({ givers, receivers }) => [givers, receivers])
      .filter(({ addresses }) => addresses > 1)
    return {
      ...this.#list(groups.length),
      ...columns('group', rows, ['movements', 'amount']),
      'group.addresses': parties.map(({ addresses }) => addresses),
      'group.most': parties.map(({ most }) => (most > 1 ? most : undefined)),
    }
  }

  #addressRows(all: ReturnType<Answers['byAddress']>): Expected {
    const rows = all.slice(0, PAGE)
    const figures = ['received', 'minted', 'premined', 'sent', 'burned'] as const
    return {
      ...this.#list(all.length),
      'address_totals.net': rows.map(({ net }) => net),
      ...Object.fromEntries(
        figures.map((figure) => [
          `address_totals.${figure}`,
          rows.map((row) => unlessZero(row[figure])),
        ]),
      ),
    }
  }

  #totalRows(all: ReturnType<Answers['byRune']>): Expected {
    const rows = all.slice(0, PAGE)
    const figures = ['transferred', 'minted', 'premined', 'burned'] as const
    return {
      ...this.#list(all.length),
      'rune_totals.movements': rows.map(({ movements }) => movements || undefined),
      'rune_totals.addresses': rows.map(({ addresses }) => addresses),
      ...Object.fromEntries(
        figures.map((figure) => [
          `rune_totals.${figure}`,
          rows.map((row) => unlessZero(row[figure])),
        ]),
      ),
    }
  }

  #recordRows(all: ReturnType<Answers['blockActivity']>): Expected {
    const rows = all.slice(0, PAGE)
    return {
      ...this.#list(all.length),
      'record.amount': rows.map(({ amount }) => amount),
      'record.vout': rows.map(({ location }) => location.vout),
    }
  }
}

/** The tokens of the snapshot. Those with one name, in any case, are counted. */
function tokenFigures(): Expected {
  const lines = snapshotTokens()
  const nameOf = (text = '') => text.trim().toLowerCase()
  const find = (row: string) => lines.find(({ principal }) => row === `/token/${principal}`)?.token
  return {
    'listed.supply': (row) => {
      const { total_supply = '0', decimals = 0 } = find(row) ?? {}
      const units = total_supply.padStart(decimals + 1, '0')
      return decimals === 0 ? units : `${units.slice(0, -decimals)}.${units.slice(-decimals)}`
    },
    'listed.decimals': (row) => find(row)?.decimals,
    'listed.same': (row) =>
      lines.filter(({ token }) => nameOf(token.name) === nameOf(find(row)?.name)).length,
  }
}

function largest<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Item | undefined {
  const [first] = [...items].sort((one, two) => sizeOf(two) - sizeOf(one))
  return first
}

type MovementRows = {
  amount?: string | undefined
  receivers?: string[]
  to?: string | undefined
  has_more_receivers?: boolean
}[]

type Clause = ReturnType<Answers['transaction']>['clauses'][number]
type Details = ReturnType<Answers['transaction']>

/** The amounts and the counts of the sentence of a transaction: at most three runes, a line each. */
function sentenceFigures({ clauses, rune_count }: Details): Expected {
  const runes = [...new Set(clauses.map(({ rune }) => rune.id))]
  const shown = clauses.filter(({ rune }) => runes.indexOf(rune.id) < 3)
  const lines = runes.slice(0, 3).map((id) => shown.filter(({ rune }) => rune.id === id))
  const more = Math.max(runes.length, rune_count) - 3
  return {
    'clause.amount': lines
      .flat()
      .map(({ verb, amount }) => (verb === 'etched' ? unlessZero(amount) : amount)),
    'clause.count': lines.flatMap((line) =>
      line.flatMap((clause, at) => [
        ...subjectCount(clause, line[at - 1]),
        ...receiverCounts(clause),
      ]),
    ),
    'transaction.more_runes': more > 0 ? more : undefined,
  }
}

/** Of those who acted, if they are several and not those of the clause before. */
function subjectCount(clause: Clause, previous: Clause | undefined): number[] {
  const [address, count] = subjectOf(clause)
  if (clause.verb === 'etched' || 'is_new' in clause || address !== undefined || count === 0)
    return []
  if (previous === undefined) return [count]
  const [before, countBefore] = subjectOf(previous)
  return before === address && count === countBefore ? [] : [count]
}

function subjectOf({ verb, from, from_count, to, to_count }: Clause) {
  return verb === 'minted' ? ([to, to_count] as const) : ([from, from_count] as const)
}

function receiverCounts({
  verb,
  amount,
  to_count,
  outputs,
  outputs_without_address,
}: Clause): number[] {
  if (verb !== 'sent' && (verb !== 'etched' || unlessZero(amount) === undefined)) return []
  if (outputs === 0) return []
  if (to_count === 0) return [outputs]
  return [
    ...(to_count === 1 ? [] : [to_count]),
    ...(outputs_without_address === 0 ? [] : [outputs_without_address]),
  ]
}

/** The figure of who gave how much to whom: at most three runes. */
function flowFigures({ flow, runes }: Details): Expected {
  const shown = runes.slice(0, 3).map(({ rune }) => flow.filter((edge) => edge.rune.id === rune.id))
  const edges = shown.flat()
  return {
    'flow.amount': edges.map(({ amount }) => amount),
    'flow.given': shown.flatMap(givenAmounts),
    'flow.share': shown.flatMap((own) => {
      const total = own.reduce((sum, { amount }) => sum + unitsOf(amount), 0n)
      return own.length > 1 ? own.map(({ amount }) => shareOf(unitsOf(amount), total)) : []
    }),
    'flow.pairs': edges.map(({ target, pairs }) => (target === 'several' ? pairs : undefined)),
    'flow.outputs': edges.map(({ to, target, outputs }) =>
      target !== 'several' && to !== undefined && outputs > 1 ? outputs : undefined,
    ),
  }
}

function givenAmounts(edges: Details['flow']): string[] {
  const givers = [...new Set(edges.map(({ source, from }) => `${source} ${from}`))]
  return givers.map((giver) => {
    const own = edges.filter(({ source, from }) => `${source} ${from}` === giver)
    const places = own[0]?.rune.divisibility ?? 0
    const units = String(own.reduce((sum, { amount }) => sum + unitsOf(amount), 0n)).padStart(
      places + 1,
      '0',
    )
    return places === 0 ? units : `${units.slice(0, -places)}.${units.slice(-places)}`
  })
}

/** An amount with all its places, in base units. */
function unitsOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''))
}

function isBarShown(rune: ReturnType<Answers['rune']>): boolean {
  if (rune.mint_state !== 'mintable') return false
  return !(compare(mintedShare(rune), '0.01') < 0 && BigInt(rune.supply.total_mints) > 0n)
}

function mintedShare(rune: ReturnType<Answers['rune']>): string {
  return shareOf(BigInt(rune.supply.total_mints), capOf(rune) ?? 0n)
}

function capOf({ mints_left, supply }: ReturnType<Answers['rune']>): bigint | undefined {
  return mints_left === undefined ? undefined : BigInt(mints_left) + BigInt(supply.total_mints)
}

type Placed = { place: { timestamp: number } }

function placesOf(rows: Placed[]): Expected {
  return { 'place.timestamp': rows.slice(0, PAGE).map(({ place }) => place.timestamp) }
}

type Received = {
  first_received: { timestamp: number } | undefined
  last_received: { timestamp: number } | undefined
}

function receivedOf(rows: Received[]): Expected {
  return {
    'received.first': rows.map(({ first_received }) => first_received?.timestamp),
    'received.last': rows.map(({ last_received }) => last_received?.timestamp),
  }
}

/** How many there are besides the first one; not said if there are still more. */
function moreOf(addresses: string[], hasMore: boolean): number | undefined {
  return addresses.length < 2 || hasMore ? undefined : addresses.length - 1
}

function unlessZero(amount: string): string | undefined {
  return /[1-9]/.test(amount) ? amount : undefined
}

function single(value: Expected[string]): Value | undefined {
  return typeof value === 'object' || typeof value === 'function' ? undefined : value
}

/** The figures of a row, by the names of its fields. */
function fields<Name extends string>(
  subject: string,
  row: Partial<Record<Name, Value | undefined>>,
  names: readonly Name[],
): Expected {
  return Object.fromEntries(names.map((name) => [`${subject}.${name}`, row[name]]))
}

function named(subject: string, row: Record<string, Value>): Expected {
  return fields(subject, row, Object.keys(row))
}

/** The same of several rows. */
function columns<Name extends string>(
  subject: string,
  rows: Partial<Record<Name, Value | undefined>>[],
  names: readonly Name[],
): Expected {
  return Object.fromEntries(
    names.map((name) => [`${subject}.${name}`, rows.map((row) => row[name])]),
  )
}
