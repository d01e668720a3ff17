import { expect, test } from 'vitest'
import { nameOfNumber, numberOfName, reservedName } from '../../src/bitcoin/runeNames.ts'
import { AlikeNames } from '../../src/indexer/alikeNames.ts'

const LONGEST = 'Z'.repeat(26)

test.each<[what: string, one: string, other: string]>([
  ['a letter added at the end', 'GOLDENRETRIEVER', 'GOLDENRETRIEVERS'],
  ['a letter added at the beginning', 'GOLDENRETRIEVER', 'AGOLDENRETRIEVER'],
  ['a letter doubled', 'GOLDENRETRIEVER', 'GOLDENRETRIEEVER'],
  ['a letter left out', 'GOLDENRETRIEVER', 'GOLDENRETIEVER'],
  ['a letter changed', 'DOGGOTOTHEMOON', 'DOGGOTOTHEMOOM'],
  ['the first letter changed', 'DOGGOTOTHEMOON', 'HOGGOTOTHEMOON'],
  ['a letter swapped with the next', 'HOLDINGSTRONG', 'HODLINGSTRONG'],
  ['the last two letters swapped', 'BITCOINS', 'BITCOISN'],
  ['the fewest letters', 'BITCOIN', 'BITKOIN'],
  ['the fewest letters, and one more', 'BITCOIN', 'BITCOINS'],
  ['the most letters', LONGEST, LONGEST.slice(1)],
])('names look alike: %s', (_, one, other) => {
  expect(lookAlike(one, other)).toEqual([true, true])
})

test.each<[what: string, one: string, other: string]>([
  ['two letters added', 'GOLDENRETRIEVER', 'GOLDENRETRIEVERSS'],
  ['two letters changed', 'DOGGOTOTHEMOON', 'HOGGOTOTHEMOOM'],
  ['one changed, one left out', 'DOGGOTOTHEMOON', 'HOGGOTOTHEMOO'],
  ['letters swapped over another', 'HOLDINGSTRONG', 'HDLOINGSTRONG'],
  ['two pairs swapped', 'HOLDINGSTRONG', 'HODLINGSTRNOG'],
  ['a letter moved over two', 'BITCOINS', 'BCITOINS'],
  ['other letters', 'GOLDENRETRIEVER', 'WANDERINGWOLVES'],
  ['too few letters, one changed', 'SATOSI', 'SATUSI'],
  ['too few letters in one of them', 'BITCON', 'BITCOIN'],
  ['one letter', 'A', 'B'],
  ['one letter, and two', 'A', 'AB'],
  ['names that nobody chose', reserved(840_000, 3), reserved(840_000, 4)],
  ['the last name that can be chosen, and the first that cannot', LONGEST, `${LONGEST}A`],
])('names do not look alike: %s', (_, one, other) => {
  expect(lookAlike(one, other)).toEqual([false, false])
})

test('a name has all the runes before it that look like it', () => {
  const names = new AlikeNames()
  const etched = ['GOLDENRETRIEVERS', 'GOLDENRETREIVER', 'WANDERINGWOLF', 'GOLDENRETRIEVERR']
  const found = etched.map((name, id) => names.add(name, id))
  expect(found).toEqual([[], [], [], [0]])
  expect(names.add('GOLDENRETRIEVER', 9).toSorted()).toEqual([0, 1, 3])
})

/** Whether the second finds the first, and the other way round. */
function lookAlike(one: string, other: string): boolean[] {
  return [
    [one, other],
    [other, one],
  ].map(([first = '', second = '']) => {
    const names = new AlikeNames()
    names.add(first, 7)
    return names.add(second, 8).includes(7)
  })
}

function reserved(height: number, txIndex: number): string {
  const name = nameOfNumber(reservedName(height, txIndex))
  expect(numberOfName(name)).toBe(reservedName(height, txIndex))
  return name
}
