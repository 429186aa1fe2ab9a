import { useState } from 'react'
import { useHasSession } from '@/lib/queries/sign-in'

/** Goes on to a page once the session is there; by a load of its own, so that it begins without what was here. */
export function useArrival(next: string) {
  const hasSession = useHasSession()
  const [isLost, setIsLost] = useState(false)
  return {
    /** The browser did not keep the session. */
    isLost,
    async arrive() {
      if (await hasSession().catch(() => true)) window.location.replace(next)
      else setIsLost(true)
    },
  }
}
