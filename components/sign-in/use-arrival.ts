import { useState } from 'react'
import { storageKeys, writeStored } from '@/lib/browser/storage'
import { useHasSession } from '@/lib/queries/operators/sign-in'

/** Loads a page after sign-in; a full load, so that nothing in memory survives. */
export function useArrival(next: string) {
  const hasSession = useHasSession()
  const [isLost, setIsLost] = useState(false)
  return {
    /** The browser did not store the session cookie. */
    isLost,
    async arrive() {
      if (!(await hasSession().catch(() => true))) return setIsLost(true)
      writeStored(window, storageKeys.sessionEnded, null)
      window.location.replace(next)
    },
  }
}
