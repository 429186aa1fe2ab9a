'use client'

import { useEffect, useRef, useState } from 'react'
import type { AreaSearch } from '@/lib/contract/live'
import { Announcer, type PageState } from './announcements'

/** The page's only live region, polite, for screen readers. */
export function LiveRegion({ search, state }: { readonly search: AreaSearch; readonly state: PageState }) {
  const [announcer] = useState(() => new Announcer())
  const [text, setText] = useState('')
  const lastSearch = useRef(search)
  useEffect(() => {
    if (lastSearch.current !== search) announcer.reset()
    lastSearch.current = search
    const next = announcer.update(state, Date.now())
    if (next !== null) setText(next)
  }, [announcer, search, state])
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}
