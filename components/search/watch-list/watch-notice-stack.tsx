'use client'

import { useQuery } from '@tanstack/react-query'
import { Star, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useVehicleNames } from '@/components/layout/preferences/preferences'
import { Button, IconButton } from '@/components/ui/button'
import { DismissibleNotice } from '@/components/ui/notice'
import { describeError } from '@/lib/api/client/errors'
import type { WatchedVehicle } from '@/lib/api/contract/watch-list'
import { query } from '@/lib/api/queries/query'
import type { VehicleNames } from '@/lib/api/queries/vehicle-names'
import { useWatchingError } from '@/lib/api/queries/watch-list'
import { statusPhrase } from '@/lib/format/status/status-words'
import { safeText } from '@/lib/format/text'
import type { LiveArea } from '@/lib/live/client/live-area'
import { type WatchedNow, watchedName, watchedNow } from './watched-now'

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
  const { data, dataUpdatedAt } = useQuery(query('/api/watch-list'))
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

/** Beyond this age of its report a watched vehicle counts as silent. */
export const SILENT_MS = 10 * 60_000

interface WatchNotice {
  readonly vehicleId: string
  /** Follows the vehicle's name: "is busy now". */
  readonly text: string
}

/**
 * Notices of the watched vehicles since they were last looked at. A reading that is older than the last one makes none;
 * nor does the first of a vehicle.
 */
export class WatchNotices {
  readonly #last = new Map<string, WatchedNow>()

  update(vehicles: readonly WatchedNow[]): WatchNotice[] {
    const ids = new Set(vehicles.map(({ id }) => id))
    for (const id of this.#last.keys()) if (!ids.has(id)) this.#last.delete(id)
    return vehicles.flatMap((now) => {
      const before = this.#last.get(now.id)
      // The list and the area are not read at the same time.
      const isOlder = before !== undefined && now.readAtMs < before.readAtMs
      const current = isOlder ? { ...before, isHere: now.isHere, left: now.left } : now
      this.#last.set(now.id, current)
      const text = before === undefined ? null : noticeOf(before, current)
      return text === null ? [] : [{ vehicleId: now.id, text }]
    })
  }
}

function noticeOf(before: WatchedNow, now: WatchedNow): string | null {
  if (isGone(before) !== isGone(now))
    return isGone(now) ? 'is no longer known to the service' : 'is known to the service again'
  if (before.status !== undefined && before.status !== now.status)
    return now.status ? `is ${statusPhrase(now.status)} now` : 'no longer reports a status'
  if (before.left !== now.left && now.left === 'left-area') return 'left the area'
  if (before.left !== now.left && now.left === 'not-listed') return 'is no longer listed'
  // Where only now is known that the service says so, it is no news.
  const isNews = before.age?.from === 'report' && !isSilent(before)
  if (isSilent(now) && isNews) return `has not reported for ${SILENT_MS / 60_000} min`
  return null
}

function isGone({ isKnown, left }: WatchedNow): boolean {
  return !isKnown || left === 'not-found'
}

/** When it was last read: while the service cannot be read, that says nothing of the vehicle. */
function isSilent({ age, sinceReadMs }: WatchedNow): boolean {
  return age?.from === 'report' && age.ageMs - sinceReadMs >= SILENT_MS
}

/** Why the last star was not kept, until it is dismissed or another one is. */
export function WatchingErrorNotice({ className }: { readonly className?: string }) {
  const error = useWatchingError()
  const [dismissed, setDismissed] = useState<Error | null>(null)
  if (error === null || error === dismissed) return null
  const { title, advice } = describeError(error)
  return (
    <DismissibleNotice
      tone="danger"
      className={className}
      title={`The watch list was not changed: ${title}`}
      subject="the watch list"
      onDismiss={() => setDismissed(error)}
    >
      {advice}
    </DismissibleNotice>
  )
}
