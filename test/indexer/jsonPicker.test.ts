import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JsonPicker, MalformedJson, type Wanted } from '../../src/bitcoin/jsonPicker.ts'

const TEXT = { fields: { text: 'scalar' } } as const

describe('Of a JSON document that comes in pieces', () => {
  test('the wanted fields are picked, and the items of a list handed over one by one', () => {
    const items: unknown[] = []
    const each = { fields: { id: 'scalar', from: { fields: { height: 'scalar' } } } } as const
    const wanted: Wanted = {
      fields: { name: 'scalar', list: { each, onItem: (item) => items.push(item) } },
    }
    const document = {
      list: [
        { id: 'a', other: [{ id: 'no' }, [[]]], from: { height: -1.5e3, x: {} } },
        { from: null, id: true },
        7,
        {},
      ],
      ignored: { name: 'no', list: [{ id: 'no' }] },
      name: 'whole',
    }
    const text = JSON.stringify(document, undefined, 1)
    expect(pick(text, wanted, 3)).toEqual({ name: 'whole', list: [] })
    expect(items).toEqual([{ id: 'a', from: { height: -1500 } }, { id: true }, undefined, {}])
  })

  test('any string is read as JSON.parse reads it, wherever the pieces end', () => {
    const strings = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.stringMatching(/^[\\"u0-9a\n]*$/),
      fc.string({ minLength: 40, maxLength: 90 }),
    )
    const property = fc.property(
      strings,
      strings,
      fc.integer({ min: 1, max: 70 }),
      (one, two, size) => {
        const text = JSON.stringify({ [one]: two, skipped: [two, { text: two }], text: two })
        expect(pick(text, TEXT, size)).toEqual({ text: two })
      },
    )
    fc.assert(property, { numRuns: 150 })
  })

  test('any part can be picked', () => {
    const property = fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.integer({ min: 1, max: 9 }),
      (before, size) => {
        const text = JSON.stringify({ before, list: [before, 5, before], text: null })
        const items: unknown[] = []
        const list: Wanted = { each: 'scalar', onItem: (item) => items.push(item) }
        const picked = pick(text, { fields: { ...TEXT.fields, list } }, size)
        expect(picked).toEqual({ text: null, list: [] })
        expect(items).toEqual([undefined, 5, undefined])
      },
    )
    fc.assert(property)
  })

  test.each([
    '',
    '{"text":"a"',
    '{"text":"a',
    '{"text":"a"]',
    '{"text":"\\x"}',
    '{"text":nul}',
    '{5:6}',
    '{"text":[}',
    '{"text":"a"}}',
    '{"text":"a"} 5',
    '<html>"text"</html>',
    `{"text":"${'x'.repeat(70_000)}"}`,
    `{"${'x'.repeat(70_000)}":1}`,
  ])('a malformed one is refused: %.30s', (text) => {
    expect(() => pick(text, TEXT, 1000)).toThrow(MalformedJson)
  })

  test('what is not wanted may be of any length and depth', () => {
    const long = 'x'.repeat(1_000_000)
    const text = `{"a":"${long}","b":${'['.repeat(100_000)}"${long}"${']'.repeat(100_000)},"text":1}`
    expect(pick(text, TEXT, 65_536)).toEqual({ text: 1 })
  })
})

function pick(text: string, wanted: Wanted, pieceBytes: number): unknown {
  const bytes = Buffer.from(text)
  const picker = new JsonPicker(wanted)
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    picker.write(bytes.subarray(at, at + pieceBytes))
  }
  return picker.end()
}
