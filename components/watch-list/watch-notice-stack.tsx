'use client'

import { useQuery } from '@tanstack/react-query'
import { Star, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useVehicleNames } from '@/components/layout/preferences/use-vehicle-names'
import { Button, IconButton } from '@/components/ui/button'
import type { WatchedVehicle } from '@/lib/contract/watch-list'
import { safeText } from '@/lib/format/text'
import type { LiveArea } from '@/lib/live-client/live-area'
import type { VehicleNames } from '@/lib/queries/vehicle-names'
import { watchListQuery } from '@/lib/queries/watch-list'
import { type WatchNotice, WatchNotices } from './watch-notices'
import { watchedName } from './watched-name'
import { watchedNow } from './watched-now'

const SHOWN_AT_MOST = 3

const none: readonly WatchedVehicle[] = []

/** Over the map: notices of watched vehicles, announced politely, until dismissed. */
export function WatchNoticeStack({
  area,
  onSelect,
}: {
  readonly area: LiveArea | null
  readonly onSelect: (id: string) => void
}) {
  const { data, dataUpdatedAt } = useQuery(watchListQuery())
  const names = useVehicleNames()
  const vehicles = data?.data.vehicles ?? none
  const [notices, setNotices] = useState<readonly WatchNotice[]>([])
  const [tracker] = useState(() => new WatchNotices())
  const added = useListChange(data ? vehicles : null, area, names)

  useEffect(() => {
    if (!data) return
    const sinceAnswerMs = Math.max(0, Date.now() - dataUpdatedAt)
    const states = vehicles.map((one) => watchedNow(one, data.data, area, sinceAnswerMs, Date.now()))
    const found = tracker.update(states)
    if (found.length === 0) return
    const ids = new Set(found.map(({ vehicleId }) => vehicleId))
    setNotices((before) =>
      [...found, ...before.filter(({ vehicleId }) => !ids.has(vehicleId))].slice(0, SHOWN_AT_MOST),
    )
  }, [tracker, data, dataUpdatedAt, vehicles, area])

  // A vehicle that is watched no more is not followed: its notice would grow old.
  const shown = notices.filter(({ vehicleId }) => vehicles.some(({ id }) => id === vehicleId))
  const nameOf = (id: string) => {
    const vehicle = vehicles.find((one) => one.id === id)
    return safeText((vehicle && watchedName(names, vehicle, area)) ?? id, 40)
  }
  return (
    // Out of the layout while empty, so that it takes no gap.
    <div className={shown.length > 0 ? 'mr-12 flex max-w-md flex-col items-start gap-1.5' : 'sr-only'}>
      <p aria-live="polite" className="sr-only">
        {added}
      </p>
      <ul
        aria-label="Notices about watched vehicles"
        aria-live="polite"
        className="flex flex-col items-start gap-1.5"
      >
        {shown.map(({ vehicleId, text }) => (
          <li
            key={`${vehicleId} ${text}`}
            data-covers-map
            className="bg-surface border-line shadow-raised pointer-events-auto flex items-center gap-2 rounded-md border py-0.5 pr-0.5 pl-3 text-sm"
          >
            <Star aria-hidden className="size-4 shrink-0 text-[#8a6200] dark:text-[#ffd44d]" />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <bdi className="font-semibold">{nameOf(vehicleId)}</bdi> {text}
            </span>
            <Button variant="ghost" onClick={() => onSelect(vehicleId)}>
              Show
            </Button>
            <IconButton
              label={`Dismiss the notice about ${nameOf(vehicleId)}`}
              variant="ghost"
              onClick={() => setNotices(notices.filter((one) => one.vehicleId !== vehicleId))}
            >
              <X aria-hidden className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** "KB-17 is watched": after a star, which is far from the focus when `w` sets it. */
function useListChange(
  vehicles: readonly WatchedVehicle[] | null,
  area: LiveArea | null,
  names: VehicleNames,
): string {
  const last = useRef<ReadonlyMap<string, string> | null>(null)
  const [text, setText] = useState('')
  useEffect(() => {
    if (!vehicles) return
    const now = new Map(
      vehicles.map((one) => [one.id, safeText(watchedName(names, one, area) ?? one.id, 40)]),
    )
    const before = last.current
    last.current = now
    if (!before) return
    const texts = [
      ...[...now].flatMap(([id, name]) => (before.has(id) ? [] : [`${name} is watched`])),
      ...[...before].flatMap(([id, name]) => (now.has(id) ? [] : [`${name} is no longer watched`])),
    ]
    if (texts.length > 0) setText(texts.slice(0, SHOWN_AT_MOST).join('. '))
  }, [vehicles, area, names])
  return text
}
