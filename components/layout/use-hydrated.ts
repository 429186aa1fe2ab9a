'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether the page has woken up. What only the browser knows is drawn from then on: a query that another part of the
 * page has answered meanwhile would otherwise make this part differ from the server's markup.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
