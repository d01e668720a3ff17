import { describe, expect, test } from 'vitest'
import { INTERNET, isPublic } from '../../src/tokenFollower/fetchUntrusted.ts'
import { outcomeOf } from '../support/tokens/fetchFrom.ts'
import { startHosts } from '../support/tokens/startHosts.ts'
import { startNameServer } from '../support/tokens/startNameServer.ts'

describe('an address that is not public is never asked', () => {
  const NOT_PUBLIC = 'The host has an address that is not public.'

  test.each(['LOCALHOST.', 'rebound.example'])('nor %s, if a name server says so', async (name) => {
    const hosts = await startHosts((_, response) => response.end())
    const network = { ...hosts.network, nameServers: [await startNameServer('127.0.0.1')] }
    const outcome = await outcomeOf({ network }, `http://${name}:${hosts.forbidden.port}/`)
    expect(outcome).toBe(NOT_PUBLIC)
    expect(hosts.forbidden.requests).toEqual([])
  })

  test.each([
    'http://127.0.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://0:PORT/',
    'http://[::1]:PORT/',
    'http://[::]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[::7f00:1]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://localhost:PORT/',
    'http://ⓛocalhost:PORT/',
    'http://①②⑦.⓪.⓪.①:PORT/',
    'http://127。0。0。1:PORT/',
    'http://private.example:PORT/',
    'http://mixed.example:PORT/',
    'http://mapped.example:PORT/',
    'http://nat64.example:PORT/',
  ])('%s', async (address) => {
    const hosts = await startHosts((_, response) => response.end())
    const url = address.replace('PORT', String(hosts.forbidden.port))
    expect(await outcomeOf(hosts, url)).toBe(NOT_PUBLIC)
    expect(hosts.forbidden.requests).toEqual([])
  })

  test.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.8.8.8',
    '169.254.169.254',
    '172.16.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::8.8.8.8',
    '64:ff9b::808:808',
    '64:ff9b:1::808:808',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:808:808::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '4000::1',
    'x',
  ])('%s is not public', (address) => {
    expect(isPublic(address)).toBe(false)
  })

  test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00::1'])(
    '%s is public',
    (address) => {
      expect(isPublic(address)).toBe(true)
    },
  )

  test.each([
    ['to an address', 'http://127.0.0.1:PORT/', NOT_PUBLIC],
    ['to a name', 'http://private.example:PORT/', NOT_PUBLIC],
    ['to another scheme', 'file:///etc/passwd', 'The address is neither http nor https.'],
    ['to data', 'data:application/json,{}', 'The address is neither http nor https.'],
    [
      'with a password',
      'http://user:secret@public.example:PORT/',
      'The address has a user or a password.',
    ],
    ['to another port', 'http://public.example:25/', 'The address uses port 25.'],
    ['that is malformed', 'http://[', 'The address is malformed.'],
  ])('nor after a redirect %s', async (_, target, problem) => {
    const hosts = await startHosts((_, response) => {
      const location = target.replace('PORT', String(hosts.forbidden.port))
      response.writeHead(302, { location }).end()
    })
    expect(await outcomeOf(hosts, hosts.url())).toBe(problem)
    expect(hosts.forbidden.requests).toEqual([])
  })

  test('a name that resolves to another address each time is checked each time', async () => {
    const hosts = await startHosts((_, response) => {
      response.writeHead(302, { location: hosts.url('/again') }).end()
    })
    let lookups = 0
    const rebinding = {
      get 'public.example'() {
        return ++lookups === 1 ? ['127.0.0.2'] : ['127.0.0.1']
      },
    }
    const network = { ...hosts.network, hosts: rebinding }
    expect(await outcomeOf({ network }, hosts.url())).toBe(NOT_PUBLIC)
    expect(hosts.open.requests).toHaveLength(1)
    expect(hosts.forbidden.requests).toEqual([])
  })

  test.each([
    ['http://public.example:22/', 'The address uses port 22.'],
    ['ftp://public.example/', 'The address is neither http nor https.'],
    ['http://a:b@public.example/', 'The address has a user or a password.'],
    ['no address', 'The address is malformed.'],
    ['http://none.example/', 'The host has no address.'],
  ])('nor %s', async (url, problem) => {
    const hosts = await startHosts((_, response) => response.end())
    const network = { ...hosts.network, ports: [80, 443] }
    expect(await outcomeOf({ network }, url)).toEqual(problem)
  })

  test('outside of tests, nothing of the own network is asked, and no name is known beforehand', async () => {
    expect(INTERNET).toEqual({ ports: [80, 443], hosts: {}, allowedAddresses: [] })
    for (const url of ['http://127.0.0.2/', 'https://[::1]/']) {
      expect(await outcomeOf({ network: INTERNET }, url)).toBe(NOT_PUBLIC)
    }
  })
})

test('an address that a name server says is connected to', async () => {
  const hosts = await startHosts((_, response) => response.end('here'))
  const network = { ...hosts.network, nameServers: [await startNameServer('127.0.0.2')] }
  const url = `http://looked-up.example:${hosts.open.port}/`
  expect(await outcomeOf({ network }, url)).toBe('here')
})

test('a name server that says nothing is given up in time', async () => {
  const hosts = await startHosts((_, response) => response.end())
  const network = { ...hosts.network, nameServers: [await startNameServer(undefined)] }
  const url = `http://looked-up.example:${hosts.open.port}/`
  const outcome = await outcomeOf({ network }, url, { timeoutMs: 200 })
  expect(outcome).toBe('The host did not send it within 0.2 s.')
})
