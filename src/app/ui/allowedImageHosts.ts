import * as v from 'valibot'
import { storedValue } from './storedValue.ts'

const hosts = storedValue('cairn.imageHosts', v.array(v.string()), [])

/** The hosts from which the reader agreed to load images, stored on this device. */
export const useAllowedImageHosts = hosts.use

export function allowImageHost(host: string): void {
  hosts.set([...new Set([...hosts.read(), host])])
}
