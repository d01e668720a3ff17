import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSettings, SETTINGS } from '../../src/service/settings.ts'

test('the operations guide lists every setting with its default and meaning', () => {
  const rows = SETTINGS.map(({ name, default: preset, meaning }) => {
    return `| \`${name}\` | ${preset === undefined ? '' : `\`${preset}\``} | ${meaning} |`
  })
  expect(readFileSync('docs/operations.md', 'utf8')).toContain(rows.join('\n'))
})

test.each([
  ['none', []],
  ['images.example', ['images.example']],
  ['Images.Example, cdn.example:8443', ['images.example', 'cdn.example:8443']],
])('IMAGE_HOSTS=%s trusts the hosts %s', (text, hosts) => {
  expect(readSettings({ IMAGE_HOSTS: text }).IMAGE_HOSTS).toEqual(hosts)
})

test.each([
  '',
  '*',
  '*.example',
  'https://images.example',
  'images.example/token',
  'me@images.example',
  'images.example,',
  'images.example cdn.example',
  'images.example:port',
])('IMAGE_HOSTS=%j is refused', (text) => {
  expect(() => readSettings({ IMAGE_HOSTS: text })).toThrow('IMAGE_HOSTS must be "none", or host')
})

test.each(['PUBLIC_URL', 'IPFS_GATEWAY'])('%s without a valid port is refused', (name) => {
  expect(() => readSettings({ [name]: 'https://cairn.example:99999' })).toThrow(
    new RegExp(`^${name} must be an (https )?address without a path`),
  )
})

test.each([
  ['https://ipfs.example', ['https://ipfs.example']],
  ['https://ipfs.example/, https://b.example', ['https://ipfs.example', 'https://b.example']],
])('IPFS_DOCUMENT_GATEWAYS=%s names the gateways %s', (text, gateways) => {
  expect(readSettings({ IPFS_DOCUMENT_GATEWAYS: text }).IPFS_DOCUMENT_GATEWAYS).toEqual(gateways)
})

test.each([
  '',
  'http://a.example',
  'https://a.example/path',
  'https://a.example:8443',
  'https://me@a.example',
  'a.example',
])('IPFS_DOCUMENT_GATEWAYS=%j is refused', (text) => {
  expect(() => readSettings({ IPFS_DOCUMENT_GATEWAYS: text })).toThrow(
    'IPFS_DOCUMENT_GATEWAYS must be https addresses',
  )
})
