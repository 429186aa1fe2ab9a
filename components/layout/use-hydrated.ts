import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether hydration is complete. Browser-only values must wait for it, or the markup
 * differs from the server's.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
