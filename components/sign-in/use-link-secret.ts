import { useSyncExternalStore } from 'react'

const SECRET = /^#([\w-]{43})$/

/** Secret of a one-time link, in the fragment, which browsers never send; undefined while rendered on the server. */
export function useLinkSecret(): string | null | undefined {
  const hash = useSyncExternalStore(listenToHash, readHash, () => null)
  return hash === null ? undefined : (SECRET.exec(hash)?.[1] ?? null)
}

function listenToHash(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

function readHash(): string {
  return window.location.hash
}
