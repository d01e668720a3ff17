import * as v from 'valibot'
import { remembered } from '../ui/remembered.ts'

const hosts = remembered('cairn.imageHosts', v.array(v.string()), [])

/** The hosts whose pictures the reader agreed to load, remembered on this device. */
export const useAllowedImageHosts = hosts.use

export function allowImageHost(host: string): void {
  hosts.set([...new Set([...hosts.read(), host])])
}
