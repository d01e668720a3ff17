import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IPv4 address, or the /64 network of an IPv6 address, which usually belongs to one subscriber. */
export function networkOf(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address
  const parsed = ipaddr.parse(address)
  if (!('parts' in parsed)) return parsed.toString()
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  return parsed.parts.slice(0, 4).join(':')
}
