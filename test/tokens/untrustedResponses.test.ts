import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { HostBusy, type Network } from '../../src/tokenFollower/fetchUntrusted.ts'
import { listen } from '../../tools/listen.ts'
import { fetchFrom, outcomeOf } from '../support/tokens/fetchFrom.ts'
import { startHost, startHosts } from '../support/tokens/startHosts.ts'

describe('a response', () => {
  test('has its bytes, whatever it says of their type', async () => {
    const hosts = await startHosts((_, response) => {
      response.writeHead(200, { 'content-type': 'image/png', etag: 'W/"1"' }).end('{"name":"A"}')
    })
    const fetched = await fetchFrom(hosts, hosts.url('/a?b=c'))
    expect(fetched).toEqual({ bytes: Buffer.from('{"name":"A"}'), etag: 'W/"1"' })
    expect(hosts.open.requests).toEqual([{ host: 'public.example', path: '/a?b=c' }])
  })

  test('is asked for without cookies, referrers and whatever tells of this machine', async () => {
    let headers = {}
    const hosts = await startHosts((request, response) => {
      headers = request.headers
      response.end()
    })
    await fetchFrom(hosts, hosts.url())
    expect(headers).toEqual({
      accept: '*/*',
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
    expect(await outcomeOf(hosts, hosts.url('/4'))).toBe('The host redirected more than 3 times.')
    expect(hosts.open.requests).toHaveLength(8)
  })

  test('that has not changed is not sent again', async () => {
    const hosts = await startHosts((request, response) => {
      response.writeHead(request.headers['if-none-match'] === '"1"' ? 304 : 200).end('new')
    })
    expect(await outcomeOf(hosts, hosts.url(), { etag: '"1"' })).toBe('unchanged')
    expect(await outcomeOf(hosts, hosts.url(), { etag: '"2"' })).toBe('new')
  })

  test('of a host that was redirected to is asked for without the ETag of the one before', async () => {
    const tags: unknown[] = []
    const hosts = await startHosts(({ url, headers }, response) => {
      tags.push(headers['if-none-match'])
      if (url === '/there') return response.writeHead(304).end()
      const location = `//other.example:${hosts.open.port}/there`
      return response.writeHead(302, { location }).end()
    })
    const outcome = await outcomeOf(hosts, hosts.url(), { etag: '"1"' })
    expect(outcome).toBe('The host responded with status 304.')
    expect(tags).toEqual(['"1"', undefined])
  })

  test.each([
    ['304 without being asked', 304, 'The host responded with status 304.'],
    ['404', 404, 'The host responded with status 404.'],
    ['500', 500, 'The host responded with status 500.'],
    ['206', 206, 'The host responded with status 206.'],
    ['a redirect without a target', 302, 'The host responded with status 302.'],
  ])('of status %s is none', async (_, status, problem) => {
    const hosts = await startHosts((_, response) => response.writeHead(status).end('x'))
    expect(await outcomeOf(hosts, hosts.url())).toBe(problem)
  })

  const IN_1000_SECONDS = new Date(Date.now() + 1_000_000).toUTCString()

  test.each([
    ['5', 5],
    [undefined, 60],
    ['soon', 60],
    ['0', 1],
    ['99999999999', 86_400],
    [new Date(0).toUTCString(), 1],
    [IN_1000_SECONDS, expect.toSatisfy((seconds) => Math.abs(seconds - 1000) <= 5)],
    [new Date(Date.now() + 1e9).toUTCString(), 86_400],
  ])('of status 429 with Retry-After %s is waited for', async (retryAfter, seconds) => {
    const hosts = await startHosts((_, response) => {
      response.writeHead(429, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end()
    })
    const error = await fetchFrom(hosts, hosts.url()).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(HostBusy)
    expect(error).toMatchObject({ host: 'public.example', seconds })
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
    (encoding: string, body: () => Buffer | string) => (_: unknown, response: ServerResponse) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(body())
    }

  test.each([
    [
      'a bomb in gzip',
      send('gzip', () => gzipSync(Buffer.alloc(2_000_000))),
      'The host sent more than 1 MB.',
    ],
    ['what is no gzip', send('gzip', () => 'x'), 'The host sent invalid gzip data.'],
    [
      'another encoding',
      send('br', () => 'x'),
      'The host sent an encoding that it was not asked for.',
    ],
    [
      'gzip in gzip',
      send('gzip, gzip', () => 'x'),
      'The host sent an encoding that it was not asked for.',
    ],
    [
      'more than 1 MB',
      send('identity', () => 'x'.repeat(1_000_001)),
      'The host sent more than 1 MB.',
    ],
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
    expect(await outcomeOf(hosts, hosts.url())).toBe('The host sent more than 1 MB.')
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
      'The host did not send it within 0.2 s.',
    )
    await end
  })

  const BROKEN = /^The host cannot be reached \(/

  test.each([
    ['is no HTTP', 'hello\r\n\r\n', 10_000, BROKEN],
    ['has headers without an end', `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(5000)}`, 10_000, BROKEN],
    [
      'has two lengths',
      'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 5\r\n\r\nhello',
      10_000,
      BROKEN,
    ],
    ['ends too early', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhello', 10_000, BROKEN],
    [
      'changes the protocol',
      'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      500,
      /^The host cannot be reached \(|^The host did not send it within 0\.5 s\.$/,
    ],
    ['is empty', '', 10_000, BROKEN],
  ])('that %s is none', async (_, text, timeoutMs, problem) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.end(text))
    })
    const port = await listen(server, '127.0.0.2')
    onTestFinished(() => void server.close())
    const network = { ports: [port], hosts: {}, allowedAddresses: ['127.0.0.2'] }
    expect(await outcomeOf({ network }, `http://127.0.0.2:${port}/`, { timeoutMs })).toMatch(
      problem,
    )
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

  async function startTls(): Promise<Network & { port: number }> {
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
      'The host cannot be reached (DEPTH_ZERO_SELF_SIGNED_CERT).',
      'The host cannot be reached (ERR_TLS_CERT_ALTNAME_INVALID).',
      'The host cannot be reached (ERR_TLS_CERT_ALTNAME_INVALID).',
    ])
  })
})
