'use client'

import { useEffect, useRef, useState } from 'react'
import type { Revealed } from '@/components/map/types'
import { lastPosition } from '@/components/search/list/selection'
import type { SearchState } from '@/components/search/view/search-state'
import type { LiveView } from '@/components/search/view/use-live-view'
import type { Position } from '@/lib/interface/resources'

/**
 * Positions that the map is asked to bring into view, each time as a new object: on a selection or when something opens
 * over the map; on a refresh only while a vehicle is followed.
 */
export function useRevealed(
  { selectedId, pickup }: SearchState,
  view: LiveView,
  isFollowing: boolean,
  numbered: () => readonly Position[],
) {
  const [revealed, setRevealed] = useState<readonly Revealed[] | null>(null)
  const position = lastPosition(view.selection)
  /** The selection that was brought into view. */
  const shownId = useRef<string | null>(null)

  const show = (vehicle: Position | null, pin: Position | null) => {
    const next: Revealed[] = []
    if (vehicle) next.push({ position: vehicle, kind: 'vehicle' })
    if (pin) next.push({ position: pin, kind: 'pickup' })
    // The card covers none of those that the selected one is compared with, if there is room.
    if (vehicle) next.push(...numbered().map((position) => ({ position, kind: 'vehicle' as const })))
    if (next.length > 0) setRevealed(next)
  }
  const showSelected = (id: string | null, at: Position | null) => {
    shownId.current = at ? id : null
    if (at) show(at, pickup)
  }
  // Selected by a link or the history, or before its position was loaded.
  useEffect(() => {
    if (shownId.current !== selectedId) showSelected(selectedId, position)
  })
  // Of a followed vehicle every position.
  useEffect(() => {
    if (isFollowing && position) setRevealed([{ position, kind: 'vehicle' }])
  }, [isFollowing, position])
  return {
    revealed,
    /** Also again, when the map was panned away. */
    revealSelection: (id: string | null) => showSelected(id, view.positionOf(id)),
    revealPickup: (pin: Position) => show(null, pin),
    /** Something opened over the map. */
    revealAll: () => show(position, pickup),
  }
}
