import { createContext, use } from 'react'
import * as v from 'valibot'
import { storedValue } from './storedValue.ts'

/** The hosts that the operator trusts with images. */
export const TrustedImageHostsContext = createContext<string[]>([])

const hosts = storedValue('cairn.imageHosts', v.array(v.string()), [])

/** The hosts from which the reader agreed to load images, stored on this device. */
export const useAgreedImageHosts = hosts.use

/** The hosts from which images load: those that the operator trusts or the reader agreed to. */
export function useAllowedImageHosts(): string[] {
  return [...use(TrustedImageHostsContext), ...useAgreedImageHosts()]
}

export function allowImageHost(host: string): void {
  hosts.set([...new Set([...hosts.read(), host])])
}
