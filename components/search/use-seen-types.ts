'use client'

import { useEffect, useState } from 'react'
import type { Area } from '@/lib/queries/vehicle-search'

/** Every vehicle type met since the page was opened: the complete list is not shown (§2.6). */
export function useSeenTypes(area: Area | undefined): readonly string[] {
  const [seen, setSeen] = useState<readonly string[]>([])
  useEffect(() => {
    const types = new Set(seen)
    for (const { type } of area?.vehicles ?? []) if (type !== null) types.add(type)
    if (types.size > seen.length) setSeen([...types].sort())
  }, [area, seen])
  return seen
}
