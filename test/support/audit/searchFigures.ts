import { readFileSync } from 'node:fs'
import type { Answers } from '../model/answers.ts'
import { groupBy, shown } from '../model/facts.ts'
import type { ModelRune } from '../model/types.ts'
import { snapshotTokens } from '../tokens/snapshotTokens.ts'
import type { Expected } from './compareFigures.ts'

type Found = { query: string; expected: Expected }

/** In the results of all kinds. */
const SHOWN = 8
const MAX_COUNTED = 1000

/** What the results say of the beginnings that most addresses, and most names of runes, have in common. */
export function searchFigures(answers: Answers): Found[] {
  const { runes, addresses, refusals } = answers.ledger
  const paidOrRefused = [...runes.map(({ payer }) => payer), ...refusals.map((one) => one.address)]
  const owners = new Set([...addresses.keys(), ...paidOrRefused].filter((one) => one !== undefined))
  const names = runes.map(({ name }) => name)
  const [address, name] = [commonBeginning([...owners], 6), commonBeginning(names, 4)]
  return [
    ...(address === undefined ? [] : [findAddresses(address, answers, owners)]),
    ...(name === undefined ? [] : [findRunes(name, answers)]),
  ]
}

/** Undefined if each is the only one, or if tokens may have it too. */
function commonBeginning(texts: string[], length: number): string | undefined {
  const samples = readFileSync('src/tokens/data/sample-tokens.ndjson', 'utf8')
  const tokens = (samples + JSON.stringify(snapshotTokens())).toLowerCase()
  const groups = [...groupBy(texts, (text) => text.slice(0, length))].sort(
    ([, one], [, two]) => two.length - one.length,
  )
  const isCommon = ([beginning, own]: [string, string[]]) =>
    own.length > 1 && !own.includes(beginning) && !tokens.includes(beginning.toLowerCase())
  return groups.find(isCommon)?.[0]
}

function findAddresses(query: string, answers: Answers, owners: Set<string>): Found {
  const found = [...owners].filter((address) => address.startsWith(query)).sort()
  const runes = found.slice(0, SHOWN).map((address) => answers.balancesOf(address).length)
  return { query, expected: { ...totals('addresses', found.length), 'hit.runes': runes } }
}

function findRunes(query: string, answers: Answers): Found {
  const { runes } = answers.ledger
  const isBeginning = ({ name }: ModelRune) => name.startsWith(query)
  const isWord = ({ spacedName }: ModelRune) => spacedName.includes(`•${query}`)
  const holdersOf = (rune: ModelRune) => answers.runeDetails(rune).holders
  const found = runes
    .filter((rune) => isBeginning(rune) || isWord(rune))
    .sort(
      (one, two) =>
        Number(isBeginning(two)) - Number(isBeginning(one)) || holdersOf(two) - holdersOf(one),
    )
  const listed = found.slice(0, SHOWN)
  return {
    query,
    expected: {
      ...totals('runes', found.length),
      'hit.holders': listed.map(holdersOf),
      'hit.look_alikes': listed.map((rune) => answers.runeDetails(rune).look_alikes),
      'hit.supply': listed.map((rune) => shown(answers.supplyOf(rune), rune)),
    },
  }
}

function totals(kind: string, found: number): Expected {
  const total = Math.min(found, MAX_COUNTED)
  return { 'tab.all': [total], [`tab.${kind}`]: [total], 'found.total': total }
}
