import { useSyncExternalStore } from 'react'

const KEY = 'cairn.imageHosts'
const NONE: string[] = []
const listeners = new Set<() => void>()
let hosts: string[] | undefined

/** The hosts whose pictures the reader agreed to load, remembered on this device. */
export function useAllowedImageHosts(): string[] {
  return useSyncExternalStore(subscribe, readHosts, () => NONE)
}

export function allowImageHost(host: string): void {
  hosts = [...new Set([...readHosts(), host])]
  try {
    localStorage.setItem(KEY, JSON.stringify(hosts))
  } catch {
    // Storage is full or switched off: the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function readHosts(): string[] {
  hosts ??= readStored()
  return hosts
}

function readStored(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((host) => typeof host === 'string') : NONE
  } catch {
    return NONE // Storage is switched off or holds something else: nothing was agreed to.
  }
}

function subscribe(listener: () => void): () => void {
  // Another tab agreed, or everything was forgotten.
  function onStorage() {
    hosts = undefined
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}
