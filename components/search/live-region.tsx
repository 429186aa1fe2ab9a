'use client'

import { useEffect, useRef, useState } from 'react'
import { describeError } from '@/lib/api/errors'
import type { LiveState } from '@/lib/live-client/live-area'
import { Announcer, type PageState } from './announcements'
import { useSearchPage } from './search-context'

/** The live region of the vehicles, polite, for screen readers. */
export function LiveRegion() {
  const { search } = useSearchPage().state
  const state = usePageState()
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

function usePageState(): PageState {
  const { state, view, describe } = useSearchPage()
  const { selectedId, filters } = state
  const { live, rows, selection } = view
  return {
    area: live.area,
    connection: live.connection,
    // Nothing of the past is new.
    isLoading: live.progress !== null || live.replay !== null,
    failure: live.area && failureInWords(live),
    filters,
    shown: rows.length,
    selected:
      selectedId === null
        ? null
        : {
            id: selectedId,
            text: describe(selectedId),
            isListed: live.replay !== null || (selection?.isListed ?? false),
            status: live.replay ? undefined : (selection?.vehicle.status ?? null),
          },
  }
}

function failureInWords({ error, isTakingOver }: LiveState): string | null {
  if (error) return describeError(error).title
  return isTakingOver ? 'Another server is taking over' : null
}
