import { readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  type FetchOptions,
  fetchUntrusted,
  INTERNET,
  isPublic,
} from '../../src/tokenFollower/fetchUntrusted.ts'
import { startHost, startHosts } from '../support/tokens/hostileHost.ts'

type Hosts = Awaited<ReturnType<typeof startHosts>>

function fetchFrom(
  { network }: Pick<Hosts, 'network'>,
  url: string,
  options: Partial<FetchOptions> = {},
) {
  const signal = new AbortController().signal
  return fetchUntrusted(url, {
    maxBytes: 1_000_000,
    timeoutMs: 2000,
    etag: undefined,
    signal,
    network,
    ...options,
  })
}

/** The body, or why there is none. */
async function outcomeOf(
  hosts: Pick<Hosts, 'network'>,
  url: string,
  options?: Partial<FetchOptions>,
) {
  try {
    const fetched = await fetchFrom(hosts, url, options)
    return fetched === 'unchanged' ? fetched : fetched.bytes.toString()
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

describe('an address that is not public is never asked', () => {
  const NOT_PUBLIC = 'has an address that is not public'

  test('nor a name of this machine with a dot at its end, which some systems do not know', async () => {
    const hosts = await startHosts((_, response) => response.end())
    const outcome = await outcomeOf(hosts, `http://LOCALHOST.:${hosts.forbidden.port}/`)
    expect([NOT_PUBLIC, 'cannot be reached (ENOTFOUND)']).toContain(outcome)
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
    ['to another scheme', 'file:///etc/passwd', 'has an address that is neither http nor https'],
    ['to data', 'data:application/json,{}', 'has an address that is neither http nor https'],
    [
      'with a password',
      'http://user:secret@public.example:PORT/',
      'has an address with a user or a password',
    ],
    ['to another port', 'http://public.example:25/', 'has an address with port 25'],
    ['that is malformed', 'http://[', 'has an address that is malformed'],
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
    ['http://public.example:22/', 'has an address with port 22'],
    ['ftp://public.example/', 'has an address that is neither http nor https'],
    ['http://a:b@public.example/', 'has an address with a user or a password'],
    ['no address', 'has an address that is malformed'],
    ['http://none.example/', 'has no address'],
  ])('nor %s', async (url, problem) => {
    const hosts = await startHosts((_, response) => response.end())
    const network = { ...hosts.network, ports: [80, 443] }
    expect(await outcomeOf({ network }, url)).toEqual(problem)
  })

  test('only tests have another network: no setting, and no other module, names one', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    const naming = files.filter(
      (file) =>
        /\.tsx?$/.test(file) && readFileSync(`src/${file}`, 'utf8').includes('allowedAddresses'),
    )
    expect(naming).toEqual(['tokenFollower/fetchUntrusted.ts'])
    const worker = readFileSync('src/tokenFollower/tokenFollowerWorker.ts', 'utf8')
    expect(worker).toContain(
      'documents: { requests: documents.requests, gateways: documents.gateways },',
    )
  })

  test('outside of tests, nothing of the own network is asked, and no name is known beforehand', async () => {
    expect(INTERNET).toEqual({ ports: [80, 443], hosts: {}, allowedAddresses: [] })
    for (const url of ['http://127.0.0.2/', 'http://localhost/', 'https://[::1]/']) {
      expect(await outcomeOf({ network: INTERNET }, url)).toBe(NOT_PUBLIC)
    }
  })
})

describe('a response', () => {
  test('has its bytes, whatever it says of their type', async () => {
    const hosts = await startHosts((_, response) => {
      response.writeHead(200, { 'content-type': 'image/png', etag: 'W/"1"' }).end('{"name":"A"}')
    })
    const fetched = await fetchFrom(hosts, hosts.url('/a?b=c'))
    expect(fetched).toEqual({ bytes: Buffer.from('{"name":"A"}'), etag: 'W/"1"' })
    expect(hosts.open.requests).toEqual([`public.example:${hosts.open.port} /a?b=c`])
  })

  test('is asked for without cookies, referrers and whatever tells of this machine', async () => {
    let headers = {}
    const hosts = await startHosts((request, response) => {
      headers = request.headers
      response.end()
    })
    await fetchFrom(hosts, hosts.url())
    expect(headers).toEqual({
      accept: 'application/json, */*',
      'accept-encoding': 'gzip',
      connection: 'close',
      host: `public.example:${hosts.open.port}`,
      'user-agent': 'Cairn',
    })
  })

  test('of another host is followed to, three times', async () => {
    const hosts = await startHosts((request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) return response.end('here')
      const location = `//other.example:${hosts.open.port}/${left - 1}`
      return response.writeHead(307, { location }).end('elsewhere')
    })
    expect(await outcomeOf(hosts, hosts.url('/3'))).toBe('here')
    expect(await outcomeOf(hosts, hosts.url('/4'))).toBe('redirected more than 3 times')
    expect(hosts.open.requests).toHaveLength(8)
  })

  test('that has not changed is not sent again', async () => {
    const hosts = await startHosts((request, response) => {
      response.writeHead(request.headers['if-none-match'] === '"1"' ? 304 : 200).end('new')
    })
    expect(await outcomeOf(hosts, hosts.url(), { etag: '"1"' })).toBe('unchanged')
    expect(await outcomeOf(hosts, hosts.url(), { etag: '"2"' })).toBe('new')
  })

  test.each([
    ['304 without being asked', 304, 'responded with status 304'],
    ['404', 404, 'responded with status 404'],
    ['500', 500, 'responded with status 500'],
    ['206', 206, 'responded with status 206'],
    ['a redirect without a target', 302, 'responded with status 302'],
  ])('of status %s is none', async (_, status, problem) => {
    const hosts = await startHosts((_, response) => response.writeHead(status).end('x'))
    expect(await outcomeOf(hosts, hosts.url())).toBe(problem)
  })

  test.each([
    ['5', 5],
    [undefined, 60],
    ['soon', 60],
    ['0', 1],
    ['99999999999', 86_400],
    [new Date(Date.now() + 1e9).toUTCString(), 86_400],
  ])('of status 429 with Retry-After %s is waited for', async (retryAfter, seconds) => {
    const hosts = await startHosts((_, response) => {
      response.writeHead(429, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end()
    })
    const error = await fetchFrom(hosts, hosts.url()).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'FetchFailure', seconds: expect.closeTo(seconds, -1) })
  })

  test.each(['no quotes', `"${'x'.repeat(200)}"`, '"a" "b"'])(
    'has no ETag that is malformed: %s',
    async (etag) => {
      const hosts = await startHosts((_, response) => response.writeHead(200, { etag }).end('x'))
      expect(await fetchFrom(hosts, hosts.url())).toMatchObject({ etag: undefined })
    },
  )

  test('in gzip is unpacked', async () => {
    const hosts = await startHosts((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"name":"A"}'))
    })
    expect(await outcomeOf(hosts, hosts.url())).toBe('{"name":"A"}')
  })

  const send =
    (encoding: string, body: Buffer | string) => (_: unknown, response: ServerResponse) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(body)
    }

  test.each([
    ['a bomb in gzip', send('gzip', gzipSync(Buffer.alloc(200_000_000))), 'sent more than 1 MB'],
    ['what is no gzip', send('gzip', 'x'), 'sent what is no gzip'],
    ['another encoding', send('br', 'x'), 'sent an encoding that it was not asked for'],
    ['gzip in gzip', send('gzip, gzip', 'x'), 'sent an encoding that it was not asked for'],
    ['more than 1 MB', send('identity', 'x'.repeat(1_000_001)), 'sent more than 1 MB'],
  ])('with %s is refused', async (_, respond, problem) => {
    const hosts = await startHosts(respond)
    expect(await outcomeOf(hosts, hosts.url())).toBe(problem)
  })

  test('without an end is refused when it has sent 1 MB', async () => {
    const hosts = await startHosts((_, response) => {
      const write = () => {
        while (response.write('x'.repeat(10_000)));
        response.once('drain', write)
      }
      write()
    })
    expect(await outcomeOf(hosts, hosts.url())).toBe('sent more than 1 MB')
  })

  test.each([
    ['nothing', () => {}],
    ['headers only', (response: ServerResponse) => response.writeHead(200).flushHeaders()],
    ['the beginning only', (response: ServerResponse) => response.write('{')],
    [
      'a byte now and then',
      (response: ServerResponse) => {
        const timer = setInterval(() => response.write(' '), 20)
        response.once('close', () => clearInterval(timer))
      },
    ],
    [
      'one notice after the other',
      (response: ServerResponse) => {
        const timer = setInterval(() => response.writeProcessing(), 20)
        response.once('close', () => clearInterval(timer))
      },
    ],
  ])('of %s is given up in time, with its connection', async (_, respond) => {
    let closed = () => {}
    const end = new Promise<void>((resolve) => (closed = resolve))
    const hosts = await startHosts((_, response) => {
      response.once('close', closed)
      respond(response)
    })
    expect(await outcomeOf(hosts, hosts.url(), { timeoutMs: 200 })).toBe(
      'did not send it within 0.2 s',
    )
    await end
  })

  test.each([
    ['is no HTTP', 'hello\r\n\r\n'],
    ['has headers without an end', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(5000)}`],
    ['has two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 5\r\n\r\nhello'],
    ['ends too early', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhello'],
    ['changes the protocol', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['is empty', ''],
  ])('that %s is none', async (_, text) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(text))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const network = { ports: [port], hosts: {}, allowedAddresses: ['127.0.0.2'] }
    const outcome = await outcomeOf({ network }, `http://127.0.0.2:${port}/`, { timeoutMs: 500 })
    expect(outcome).toMatch(/^cannot be reached \(|^did not send it within 0\.5 s$/)
  })

  test('is not waited for any longer when the follower stops', async () => {
    const controller = new AbortController()
    const hosts = await startHosts(() => controller.abort(new Error('stopped')))
    const { signal } = controller
    expect(await outcomeOf(hosts, hosts.url(), { signal })).toBe('stopped')
    expect(await outcomeOf(hosts, hosts.url(), { signal })).toBe('stopped')
    expect(hosts.open.requests).toHaveLength(1)
  })
})

describe('over HTTPS', () => {
  /** A certificate of `public.example`, which signed itself, until 2126. */
  const read = (type: string) => readFileSync(`test/fixtures/tls/public.example.${type}`, 'utf8')

  async function startTls(): Promise<Hosts['network'] & { port: number }> {
    const options = { key: read('key'), cert: read('crt') }
    const { port } = await startHost('127.0.0.2', (_, response) => response.end('secure'), options)
    const hosts = { 'public.example': ['127.0.0.2'], 'other.example': ['127.0.0.2'] }
    return { ports: [port], hosts, allowedAddresses: ['127.0.0.2'], port }
  }

  test('a host with a certificate of its name is read', async () => {
    const { port, ...network } = await startTls()
    const trusting = { ...network, ca: read('crt') }
    expect(await outcomeOf({ network: trusting }, `https://public.example:${port}/`)).toBe('secure')
  })

  test('a host without one is not, whatever the environment allows', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { port, ...network } = await startTls()
    const trusting = { ...network, ca: read('crt') }
    const problems = [
      await outcomeOf({ network }, `https://public.example:${port}/`),
      await outcomeOf({ network: trusting }, `https://other.example:${port}/`),
      await outcomeOf({ network: trusting }, `https://127.0.0.2:${port}/`),
    ]
    expect(problems).toEqual([
      'cannot be reached (DEPTH_ZERO_SELF_SIGNED_CERT)',
      'cannot be reached (ERR_TLS_CERT_ALTNAME_INVALID)',
      'cannot be reached (ERR_TLS_CERT_ALTNAME_INVALID)',
    ])
  })
})
