import { createContext, use } from 'react'
import * as v from 'valibot'
import { storedValue } from './storedValue.ts'

type Images = {
  /** Those of the operator; undefined if the service has images itself, and no others load. */
  trustedHosts: string[] | undefined
  /** Where an image is that the service says to have, whatever origin its address has; undefined for other images. */
  ownUrl: (address: string) => string | undefined
}

export const ImagesContext = createContext<Images>({ trustedHosts: [], ownUrl: () => undefined })

const hosts = storedValue('cairn.imageHosts', v.array(v.string()), [])

/** The hosts from which the reader agreed to load images, stored on this device. */
export const useAgreedImageHosts = hosts.use

/** Undefined if only images of the service load. */
export function useAllowedImageHosts(): string[] | undefined {
  const agreed = useAgreedImageHosts()
  const { trustedHosts } = use(ImagesContext)
  return trustedHosts && [...trustedHosts, ...agreed]
}

export function allowImageHost(host: string): void {
  hosts.set([...new Set([...hosts.read(), host])])
}
