import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTINGS } from '../../src/service/config.ts'

test('the operations guide lists every setting with its default and meaning', () => {
  const rows = SETTINGS.map(({ name, default: preset, meaning }) => {
    return `| \`${name}\` | ${preset === undefined ? '' : `\`${preset}\``} | ${meaning} |`
  })
  expect(readFileSync('docs/operations.md', 'utf8')).toContain(rows.join('\n'))
})
