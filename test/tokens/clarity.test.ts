import { describe, expect, test } from 'vitest'
import { MalformedBytes } from '../../src/stacks/byteReader.ts'
import { parseClarityValue } from '../../src/stacks/clarity.ts'
import { vmAnswers } from '../support/stacks/vmAnswers.ts'

function parse(hex: string) {
  return parseClarityValue(Buffer.from(hex.replace(/^0x/, ''), 'hex'))
}

const uint = (value: bigint) => ({ type: 'uint', value })

describe('a Clarity value', () => {
  test.each([
    ['0x00ffffffffffffffffffffffffffffffff', { type: 'int', value: -1n }],
    ['0x01ffffffffffffffffffffffffffffffff', uint(2n ** 128n - 1n)],
    ['0x0200000002abcd', { type: 'buffer', value: Buffer.from('abcd', 'hex') }],
    ['0x03', { type: 'bool', value: true }],
    ['0x04', { type: 'bool', value: false }],
    [
      '0x05160000000000000000000000000000000000000000',
      { type: 'principal', value: 'SP000000000000000000002Q6VF78' },
    ],
    [
      '0x061a00000000000000000000000000000000000000000561736b6564',
      { type: 'principal', value: 'ST000000000000000000002AMW42H.asked' },
    ],
    ['0x0709', { type: 'ok', value: { type: 'none' } }],
    ['0x080a03', { type: 'err', value: { type: 'some', value: { type: 'bool', value: true } } }],
    [
      '0x0b000000020304',
      {
        type: 'list',
        value: [
          { type: 'bool', value: true },
          { type: 'bool', value: false },
        ],
      },
    ],
    ['0x0e00000004f09fa684', { type: 'string-utf8', value: '🦄' }],
    ['0x0d00000003414243', { type: 'string-ascii', value: 'ABC' }],
  ])('%s', (hex, value) => {
    expect(parse(hex)).toEqual(value)
  })

  test('that a node sent in an event: a tuple in a tuple, with a principal', () => {
    const hex =
      '0x0c000000010a6174746163686d656e740c00000003106174746163686d656e742d696e6465780100000000000000000000000000003eb1046861736802000000146908963aa057a1654fd83c88bccdd5aa5dfb364a086d657461646174610c00000004046e616d65020000000967656e6f6d65333630096e616d6573706163650200000003627463026f700d0000000d6e616d652d72656769737465720974782d73656e64657205168162082f3e017a4279cc6a2a7c1f79b679b48f34'
    const metadata = new Map<string, unknown>([
      ['name', { type: 'buffer', value: Buffer.from('genome360') }],
      ['namespace', { type: 'buffer', value: Buffer.from('btc') }],
      ['op', { type: 'string-ascii', value: 'name-register' }],
      ['tx-sender', { type: 'principal', value: 'SP20P421F7R0QMGKSSHN2MZ0ZF6V7KD4F6JJHB7R1' }],
    ])
    const attachment = new Map<string, unknown>([
      ['attachment-index', uint(16049n)],
      [
        'hash',
        { type: 'buffer', value: Buffer.from('6908963aa057a1654fd83c88bccdd5aa5dfb364a', 'hex') },
      ],
      ['metadata', { type: 'tuple', value: metadata }],
    ])
    const value = new Map([['attachment', { type: 'tuple', value: attachment }]])
    expect(parse(hex)).toEqual({ type: 'tuple', value })
  })

  test('all that the VM returned for real contracts', () => {
    let count = 0
    for (const contract of vmAnswers()) {
      for (const name of ['name', 'symbol', 'decimals', 'total_supply', 'token_uri'] as const) {
        const answer = contract[`get_${name}`]
        if (answer === null) continue
        let value = parse(answer.hex)
        while (value.type === 'ok' || value.type === 'err' || value.type === 'some')
          value = value.value
        expect('value' in value ? String(value.value) : null).toBe(answer.value)
        count += 1
      }
    }
    expect(count).toBe(748)
  })

  test.each([
    ['', 'bytes are missing'],
    ['0x0f', 'there is no type 15'],
    ['0x0303', 'bytes follow the value'],
    ['0x0100', 'bytes are missing'],
    ['0x02ffffffff00', 'bytes are missing'],
    ['0x0bffffffff03', 'entries are missing'],
    ['0x0cffffffff', 'entries are missing'],
    ['0x0e00000001ff', 'a text is not UTF-8'],
    [`0x0520${'00'.repeat(20)}`, 'there is no address version 32'],
    [`0x${'0a'.repeat(100_000)}09`, 'the value is nested too deeply'],
  ])('%.20s is refused', (hex, message) => {
    expect(() => parse(hex)).toThrow(new MalformedBytes(message))
  })
})
