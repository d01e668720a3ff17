import {
  lowestUnlockedName,
  nameOfNumber,
  numberOfName,
  unlockHeight,
} from '../../../src/bitcoin/runeNames.ts'
import type { About } from '../../../src/contract/schemas/chain.ts'
import type { Answers } from '../model/answers.ts'
import { groupBy, partsOf } from '../model/facts.ts'
import type { ModelBlock, ModelOutput, ModelRecord, ModelRune, ModelTx } from '../model/types.ts'
import { type SnapshotLine, snapshotTokens } from '../tokens/snapshotTokens.ts'
import { overTimeFigures } from './addressFigures.ts'
import type { Expected } from './compareFigures.ts'
import { comparedFigures } from './compareRunesFigures.ts'
import { columns, fields, listFigures, named, PAGE } from './fields.ts'
import { homeFigures } from './homeFigures.ts'
import { concentrationFigures, overviewFigures } from './overviewFigures.ts'
import {
  addressRows,
  blockRows,
  groupedRows,
  heightsOf,
  momentsOf,
  moreOf,
  movementRows,
  ofToken,
  placesOf,
  receivedOf,
  recordRows,
  supplyOfToken,
  tokenFigures,
  totalRows,
} from './rowFigures.ts'
import { refusalRows, runeFigures, runeRows } from './runeFigures.ts'
import { searchFigures } from './searchFigures.ts'
import { transactionViews } from './transactionFigures.ts'

/** A page of the explorer, and what its figures must be. */
export type Visit = { path: string; expected: Expected }

/** What the model knows of the figures of each kind of page. */
export class ExpectedFigures {
  readonly #answers: Answers
  readonly #about: About
  readonly #common: Expected

  constructor(answers: Answers, about: About) {
    this.#answers = answers
    this.#about = about
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
      this.burns(),
      this.cenotaphs(),
      this.runes(),
      this.about(),
      this.tokens(),
      ...pick(snapshotTokens()).map((line) => this.token(line)),
      this.names(),
      ...searchFigures(this.#answers).flatMap(({ query, expected }) =>
        this.#visit(`/search?q=${query}`, expected),
      ),
      ...pick(['PIZZA', 'MOOMOO', 'ABCDEFGHIJKLM']).map((name) => this.name(name)),
      ...[largest(blocks, recordsOf), ...pick(blocks)].flatMap((one) =>
        one ? this.block(one) : [],
      ),
      ...[largest(txs, (tx) => tx.records.length), ...pick(txs)].flatMap((one) =>
        one ? this.transaction(one) : [],
      ),
      ...[
        runes.find(({ id }) => id === busiestRune),
        largest(runes, (rune) => this.#answers.refusedMints(rune).length),
        ...pick(runes),
      ].flatMap((one) => (one ? this.rune(one) : [])),
      ...[busiest(({ address }) => address), ...pick([...addresses.keys()])].flatMap((one) =>
        one ? this.address(one) : [],
      ),
      ...pick(outputs).map((output) => this.output(output)),
      this.compare(pick(runes)),
    ]
  }

  home(): Visit {
    return this.#visit('/', homeFigures(this.#answers))
  }

  blocks(): Visit {
    const blocks = this.#answers.blocks()
    return this.#visit('/blocks', {
      ...listFigures(blocks.length),
      ...blockRows(blocks.slice(0, PAGE)),
    })
  }

  burns(): Visit {
    const burns = this.#answers.burns()
    return this.#visit('/burns', {
      ...movementRows(burns),
      ...momentsOf(burns),
      ...heightsOf(burns),
    })
  }

  cenotaphs(): Visit {
    const cenotaphs = this.#answers.cenotaphs()
    return this.#visit('/cenotaphs', {
      ...listFigures(cenotaphs.length),
      ...momentsOf(cenotaphs),
      ...heightsOf(cenotaphs),
      'cenotaph.burned': cenotaphs
        .slice(0, PAGE)
        .flatMap(({ burns }) => burns.map(({ amount }) => amount)),
    })
  }

  runes(): Visit {
    const runes = this.#answers.runes({ order_by: 'day_movements' })
    return this.#visit('/runes', {
      ...listFigures(runes.length),
      ...runeRows(runes.slice(0, PAGE)),
    })
  }

  about(): Visit {
    const { runes, tip } = this.#answers.ledger
    const { verified } = this.#about
    return this.#visit('/about', {
      'tokens.total': snapshotTokens().length,
      'tokens.with_supply': snapshotTokens().filter(({ token }) => supplyOfToken(token)).length,
      'tokens.with_metadata': snapshotTokens().filter(({ token }) => token.metadata).length,
      'verified.runes': verified && runes.length,
      'verified.block_height': verified && tip.height,
      'verified.timestamp': verified?.at,
    })
  }

  tokens(): Visit {
    return this.#visit('/tokens', {
      ...listFigures(snapshotTokens().length),
      ...tokenFigures(),
    })
  }

  token(line: SnapshotLine): Visit {
    return this.#visit(`/token/${line.principal}`, { ...tokenFigures(), ...ofToken(line.token) })
  }

  names(): Visit {
    const { network, tip } = this.#answers.ledger
    const lowest = nameOfNumber(lowestUnlockedName(network, tip.height + 1))
    const heightOf = (name: string) => unlockHeight(network, numberOfName(name)) ?? 0
    const unlocks = Array.from({ length: lowest.length }, (_, index) => lowest.length - index)
      .map((length) => ({
        length,
        first_height: heightOf('Z'.repeat(length)),
        height: heightOf('A'.repeat(length)),
      }))
      .filter(({ height }) => height > tip.height)
    return this.#visit('/names', {
      ...columns('unlock', unlocks, ['length', 'first_height', 'height']),
      'names.next_height': tip.height + 1,
      'names.free_length': lowest.length + 1,
      'names.lowest_length': lowest.length,
      'names.max_length': 26,
      'estimate.date': new Set(
        unlocks
          .flatMap(({ first_height, height }) => [first_height, height])
          .map(this.#expectedTime),
      ),
    })
  }

  name(name: string): Visit {
    const { network, tip } = this.#answers.ledger
    const height = unlockHeight(network, numberOfName(name)) ?? 0
    const { expected } = this.names()
    const dates = expected['estimate.date']
    // Below an answer, the other lengths are folded.
    const lengths = expected['unlock.length']
    const own = Array.isArray(lengths) ? lengths.indexOf(name.length) : -1
    const ofLength = ['length', 'first_height', 'height'].map((field) => {
      const values = expected[`unlock.${field}`]
      return [`unlock.${field}`, Array.isArray(values) && own >= 0 ? [values[own]] : undefined]
    })
    return this.#visit(`/names?name=${name}`, {
      ...expected,
      ...Object.fromEntries(ofLength),
      'estimate.date': new Set([
        ...(dates instanceof Set ? dates : []),
        this.#expectedTime(height),
      ]),
      'name.unlock_height': height > tip.height ? [height] : [],
      'name.locked_blocks': height - tip.height,
    })
  }

  /** Ten minutes a block after the newest one. */
  #expectedTime = (height: number): number => {
    const { tip } = this.#answers.ledger
    return tip.timestamp + (height - tip.height) * 600
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
      'leading.rune_movements': details.leading?.rune_movements,
      'leading.movements':
        details.leading?.movements === details.leading?.rune_movements
          ? undefined
          : details.leading?.movements,
      'leading.addresses': details.leading?.addresses,
      'leading.without_address': details.leading?.without_address || undefined,
      'before.block_height': details.previous_moving,
      'after.block_height': details.next_moving,
      'tab.movements': details.movements,
      'tab.by_rune': details.runes,
      'tab.raw_records': details.records,
    }
    const movements = this.#answers.blockMovements(block, { change: 'hide' })
    const groups = this.#answers.groups(block.txs, 'rune', { change: 'hide' })
    const tiles = this.#answers.treemap(block).runes.flatMap((rune) => rune.tiles)
    const byAddress = this.#answers.byAddress(block.txs)
    const byRune = this.#answers.byRune(block.txs)
    header['tile.movements'] = new Set(tiles.map((tile) => tile.movements))
    const { parts } = partsOf(block)
    const types = ['transfers', 'mints', 'burns', 'etchings'] as const
    const marked = { 'filter.cenotaphs': [details.cenotaphs || undefined] }
    const inOrder = types.map((type, at) => [`part.${type}`, parts.map((part) => part[at])])
    return [
      this.#visit(path, { ...header, ...marked, ...groupedRows(movements, groups, 'block') }),
      this.#visit(`${path}?figure=order&group=off`, {
        ...header,
        ...marked,
        'tile.movements': undefined,
        ...Object.fromEntries(inOrder),
        'column.movements': new Set(
          parts.map((part) => part.reduce((sum, count) => sum + count, 0)),
        ),
        ...movementRows(movements),
      }),
      this.#visit(`${path}?view=by-address`, { ...header, ...addressRows(byAddress) }),
      this.#visit(`${path}?view=by-rune`, { ...header, ...totalRows(byRune) }),
      this.#visit(`${path}?view=raw`, {
        ...header,
        ...recordRows(this.#answers.blockActivity(block)),
      }),
    ]
  }

  transaction(tx: ModelTx): Visit[] {
    // Elsewhere, the bytes of a transaction are not at hand.
    const views = transactionViews(this.#answers, tx, {
      hasRunestone: this.#about.source === 'bundled',
    })
    return views.map(([search, expected]) => this.#visit(`/tx/${tx.id}${search}`, expected))
  }

  rune(rune: ModelRune): Visit[] {
    const details = this.#answers.runeDetails(rune)
    const path = `/rune/${rune.id}`
    const alike = this.#answers.lookAlikes(rune)
    const header: Expected = {
      ...runeFigures(details),
      'tab.names_alike': alike.length,
      'tab.movements': details.movements,
      'tab.holders': details.holders,
      'tab.refused': details.refusals,
      'tab.raw_records': details.records,
      'previous.number': details.previous?.number,
      'next.number': details.next?.number,
    }
    const movements = this.#answers.runeMovements(rune)
    const holders = this.#answers.holdersWithChanges(rune, PAGE)
    const refused = this.#answers.refusedMints(rune)
    // A line below the title of all views but that of the look-alikes.
    const line: Expected = {
      'rune.look_alikes': [details.look_alikes],
      'look_alike.named_holders': alike.slice(0, 2).map((other) => other.holders),
      'look_alike.more': [alike.length > 2 ? alike.length - 2 : undefined],
    }
    return [
      this.#visit(path, { ...header, ...line, ...overviewFigures(this.#answers, rune) }),
      this.#visit(`${path}?view=movements`, {
        ...header,
        ...line,
        ...movementRows(movements),
        ...momentsOf(movements),
        ...heightsOf(movements),
      }),
      this.#visit(`${path}?view=holders`, {
        ...header,
        ...line,
        ...listFigures(details.holders),
        ...columns('holder', holders, ['rank', 'balance', 'share', 'day_change', 'week_change']),
        ...receivedOf(holders),
        ...concentrationFigures(this.#answers, rune),
      }),
      this.#visit(`${path}?view=refused`, {
        ...header,
        ...line,
        ...(refused.length > 0 && listFigures(refused.length)),
        ...refusalRows(details, refused.slice(0, PAGE)),
      }),
      this.#visit(`${path}?view=look-alikes`, {
        ...header,
        ...(alike.length > 0 && listFigures(alike.length)),
        ...columns('look_alike', alike.slice(0, PAGE), ['holders']),
        'look_alike.timestamp': alike.slice(0, PAGE).map(({ location }) => location.timestamp),
      }),
      this.#visit(`${path}?view=details`, { ...header, ...line }),
      this.#visit(`${path}?view=raw`, {
        ...header,
        ...line,
        ...recordRows(this.#answers.runeActivity(rune)),
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
      'tab.movements': details.movements,
      'tab.balances': details.runes,
      'tab.unspent_outputs': details.outputs,
      'tab.paid_for': details.paid,
      'tab.raw_records': details.records,
    }
    const balances = this.#answers.balancesWithShares(address)
    const movements = this.#answers.addressMovements(address)
    const outputs = this.#answers.outputs(address)
    const listed = outputs.slice(0, PAGE)
    // What is said of an output stands in the first of its rows.
    const first = listed.filter(({ output }, at) => listed[at - 1]?.output !== output)
    const changeRows = (rows: typeof movements): Expected => ({
      'movement.change': rows.map(({ change }) => change),
      'movement.more_addresses': rows.map(({ counterparties, has_more_counterparties }) =>
        moreOf(counterparties, has_more_counterparties),
      ),
      ...momentsOf(rows),
    })
    const balanceRows = (rows: typeof balances): Expected => ({
      ...columns('balance', rows, ['balance', 'share']),
      'balance.movements': rows.map((row) => row.movements || undefined),
      ...receivedOf(rows),
    })
    return [
      this.#visit(path, {
        ...header,
        ...changeRows(movements.slice(0, 6)),
        ...balanceRows(balances.slice(0, 5)),
        'received.first': undefined,
        ...overTimeFigures(this.#answers, address),
      }),
      this.#visit(`${path}?view=movements`, {
        ...header,
        ...movementRows(movements),
        // Received and sent are not counted.
        'filter.transfers': undefined,
        'movement.amount': undefined,
        ...changeRows(movements.slice(0, PAGE)),
      }),
      this.#visit(`${path}?view=balances`, {
        ...header,
        ...listFigures(balances.length),
        ...balanceRows(balances.slice(0, PAGE)),
      }),
      this.#visit(`${path}?view=outputs`, {
        ...header,
        ...listFigures(outputs.length),
        ...columns('output', listed, ['amount']),
        ...placesOf(first),
        'place.block_height': first.map(({ place }) => place.block_height),
      }),
      this.#visit(`${path}?view=raw`, {
        ...header,
        ...recordRows(this.#answers.addressActivity(address)),
      }),
    ]
  }

  /** At most four of those that are not older than the index. */
  compare(picked: ModelRune[]): Visit {
    const runes = [...new Set(picked)]
      .filter(({ height }) => height >= (this.#answers.ledger.blocks[0]?.height ?? 0))
      .slice(0, 4)
    const path = `/compare?r=${runes.map(({ id }) => id).join(',')}`
    return this.#visit(path, comparedFigures(this.#answers, runes))
  }

  output(output: ModelOutput): Visit {
    const { rune_count, runes, place, spent_by } = this.#answers.output(output)
    // Up to ten rows of the other outputs of its transaction.
    const others = this.#answers
      .transactionOutputs(output.tx)
      .slice(0, 11)
      .filter(({ vout }) => vout !== output.vout)
      .slice(0, 10)
    return this.#visit(`/output/${output.tx.id}:${output.vout}`, {
      'output.vout': new Set([output.vout, ...others.map(({ vout }) => vout)]),
      'output.amount': others.map(({ amount }) => amount),
      'output.timestamp': place.timestamp,
      'output.block_height': place.block_height,
      'output.spent_height': spent_by?.block_height,
      'output.first_amount': runes[0]?.amount,
      'output.more_runes': rune_count > 1 ? rune_count - 1 : undefined,
      'output.rune_count': rune_count > runes.length ? rune_count : undefined,
      'held.amount': rune_count > 1 ? runes.map(({ amount }) => amount) : undefined,
      'list.shown': rune_count > runes.length ? runes.length : undefined,
    })
  }

  #visit(path: string, expected: Expected): Visit {
    return { path, expected: { ...this.#common, ...expected } }
  }
}

function largest<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Item | undefined {
  const [first] = [...items].sort((one, two) => sizeOf(two) - sizeOf(one))
  return first
}
