import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/service/config.ts'
import { SETTINGS } from '../../src/service/settings.ts'

test('the operations guide lists every setting with its default and meaning', () => {
  const rows = SETTINGS.map(({ name, default: preset, meaning }) => {
    return `| \`${name}\` | ${preset === undefined ? '' : `\`${preset}\``} | ${meaning} |`
  })
  expect(readFileSync('docs/operations.md', 'utf8')).toContain(rows.join('\n'))
})

test.each([
  [undefined, ['assets.hiro.so']],
  ['none', []],
  ['images.example', ['images.example']],
  ['Images.Example, cdn.example:8443', ['images.example', 'cdn.example:8443']],
])('IMAGE_HOSTS=%s trusts the hosts %s', (text, hosts) => {
  expect(readConfig({ IMAGE_HOSTS: text }).imageHosts).toEqual(hosts)
})

test.each(['PUBLIC_URL', 'IPFS_GATEWAY'])('%s without a valid port is refused', (name) => {
  expect(() => readConfig({ [name]: 'https://cairn.example:99999' })).toThrow(
    new RegExp(`^${name} must be an (https )?address without a path`),
  )
})

test.each([
  '',
  'yes',
  '*',
  '*.example',
  'https://images.example',
  'images.example/token',
  'me@images.example',
  'images.example,',
  'images.example cdn.example',
  'images.example:port',
])('IMAGE_HOSTS=%j is refused', (text) => {
  expect(() => readConfig({ IMAGE_HOSTS: text })).toThrow(
    'IMAGE_HOSTS must be "none", or host names such as images.example, separated by commas.',
  )
})
