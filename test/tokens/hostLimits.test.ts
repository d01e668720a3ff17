import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { HostLimits } from '../../src/tokenFollower/hostLimits.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

/** A host with a request that lasts until `end`. */
function startRequest(hosts: HostLimits, host: string) {
  let end = () => {}
  const ended = hosts.run(host, () => new Promise<void>((resolve) => (end = resolve)))
  return async () => {
    end()
    await ended
  }
}

test.each([
  ['a name', 'a.host.example', 'b.host.example', 'host.example.org'],
  ['a name with a dot at its end', 'a.host.example', 'b.host.example.', 'host.example.org'],
  ['an address', '1.2.3.4', '1.2.3.4', '9.9.3.4'],
  ['a network of version 6', '[2a00:1:2:3::1]', '[2a00:1:2:3:ffff::2]', '[2a00:1:2:4::1]'],
])('%s gets one request a second and two at once', async (_, first, same, other) => {
  const hosts = new HostLimits({ intervalMs: 1000, concurrent: 2 })
  const end = startRequest(hosts, first)
  expect([hosts.isFree(same), hosts.isFree(other)]).toEqual([false, true])
  vi.advanceTimersByTime(1000)
  expect(hosts.isFree(same)).toBe(true)
  startRequest(hosts, same)
  vi.advanceTimersByTime(10_000)
  expect(hosts.isFree(same)).toBe(false)
  await end()
  expect(hosts.isFree(same)).toBe(true)
})

test('a host that asks to wait is left alone, and its neighbours are not', () => {
  const hosts = new HostLimits({ intervalMs: 1000, concurrent: 2 })
  hosts.pause('host.example', 60)
  hosts.tidyUp()
  expect([hosts.isFree('host.example'), hosts.isFree('a.host.example')]).toEqual([false, true])
  vi.advanceTimersByTime(60_000)
  expect(hosts.isFree('host.example')).toBe(true)
})

test('whoever is redirected to a host waits for a turn there, and leaves the host before', async () => {
  vi.useRealTimers()
  const hosts = new HostLimits({ intervalMs: 100, concurrent: 1 })
  const end = startRequest(hosts, 'second.example')
  const { signal } = new AbortController()
  const began = performance.now()
  const moved = hosts.run('first.example', async (moveTo) => {
    await moveTo('second.example', signal)
    expect(hosts.isFree('second.example')).toBe(false)
  })
  await vi.waitFor(() => expect(hosts.isFree('first.example')).toBe(true))
  await end()
  await moved
  expect(performance.now() - began).toBeGreaterThan(99)
  await vi.waitFor(() => expect(hosts.isFree('second.example')).toBe(true))
})

test('whoever is redirected to a host that asked to wait is told for how long', async () => {
  const hosts = new HostLimits({ intervalMs: 0, concurrent: 1 })
  hosts.pause('second.example', 60)
  vi.advanceTimersByTime(500)
  const { signal } = new AbortController()
  const moved = hosts.run('first.example', (moveTo) => moveTo('second.example', signal))
  await expect(moved).rejects.toMatchObject({ host: 'second.example', seconds: 60 })
  expect(hosts.isFree('first.example')).toBe(true)
})
