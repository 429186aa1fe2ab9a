'use client'

import { useEffect, useRef, useState } from 'react'
import type { AreaSearch } from '@/lib/contract/live'
import { Announcer, type Seen } from './announcements'

/** The page's one polite voice for who does not see the map change. */
export function LiveRegion({ search, seen }: { readonly search: AreaSearch; readonly seen: Seen }) {
  const [announcer] = useState(() => new Announcer())
  const [text, setText] = useState('')
  const lastSearch = useRef(search)
  useEffect(() => {
    if (lastSearch.current !== search) announcer.forget()
    lastSearch.current = search
    const said = announcer.see(seen, Date.now())
    if (said !== null) setText(said)
  }, [announcer, search, seen])
  return (
    <p aria-live="polite" className="sr-only">
      {text}
    </p>
  )
}
