import { createContext, use } from 'react'
import * as v from 'valibot'
import { storedValue } from './storedValue.ts'

export const TrustedImageHostsContext = createContext<string[]>([])

const hosts = storedValue('cairn.imageHosts', v.array(v.string()), [])

/** The hosts from which the reader agreed to load images, stored on this device. */
export const useAgreedImageHosts = hosts.use

export function useAllowedImageHosts(): string[] {
  return [...use(TrustedImageHostsContext), ...useAgreedImageHosts()]
}

export function allowImageHost(host: string): void {
  hosts.set([...new Set([...hosts.read(), host])])
}
