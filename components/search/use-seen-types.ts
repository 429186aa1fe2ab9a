'use client'

import { useEffect, useState } from 'react'
import type { AreaCounts } from './shown-vehicles'

/** Every vehicle type met since the page was opened: the complete list is not shown (§2.6). */
export function useSeenTypes(counts: AreaCounts | null): readonly string[] {
  const [seen, setSeen] = useState<readonly string[]>([])
  useEffect(() => {
    if (!counts) return
    setSeen((before) => {
      const types = new Set([...before, ...counts.types.map(([type]) => type)])
      return types.size > before.length ? [...types].sort() : before
    })
  }, [counts])
  return seen
}
