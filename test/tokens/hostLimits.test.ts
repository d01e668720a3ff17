import { expect, test, vi } from 'vitest'
import { HostLimits } from '../../src/tokenFollower/hostLimits.ts'

test('a host gets one request a second and two at once, whatever names it has', async () => {
  vi.useFakeTimers()
  const hosts = new HostLimits({ intervalMs: 1000, concurrent: 2 })
  const ends: (() => void)[] = []
  const request = (address: string) =>
    hosts.run(address, () => new Promise<void>((resolve) => ends.push(resolve)))
  const all = [request('https://a.host.example/1')]
  expect(hosts.isFree('https://b.host.example/2')).toBe(false)
  expect(hosts.isFree('https://other.example.org/2')).toBe(true)
  vi.advanceTimersByTime(1000)
  expect(hosts.isFree('https://b.host.example/2')).toBe(true)
  all.push(request('https://b.host.example/2'))
  vi.advanceTimersByTime(10_000)
  expect(hosts.isFree('https://host.example/3')).toBe(false)
  ends.shift()?.()
  await all[0]
  expect(hosts.isFree('https://host.example/3')).toBe(true)
  hosts.pause('https://host.example/', 60)
  hosts.tidyUp()
  expect(hosts.isFree('https://host.example/3')).toBe(false)
  // It does not speak for its neighbours.
  expect(hosts.isFree('https://a.host.example/3')).toBe(true)
  vi.advanceTimersByTime(60_000)
  expect(hosts.isFree('https://host.example/3')).toBe(true)
  vi.useRealTimers()
})
