'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { PacedRefresh } from '@/lib/browser/paced-refresh'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live-client/live-area'
import { askRoadTimes, flatPositions } from '@/lib/queries/roads'
import type { Ranking } from './pickup-ranking'
import { type RoadReading, readRoadTimes, unanswered } from './road-times'

const REFRESH_MS = 4_000

/** Times by road of the suitable vehicles, with each refresh of the list. */
export function useRoadTimes({
  point,
  records,
  byAir,
  distances,
  subject,
}: {
  /** Null: none are asked for. */
  readonly point: Position | null
  readonly records: LiveArea['records'] | null
  readonly byAir: Ranking | null
  readonly distances: Float64Array | null
  /** Another one is asked for at once. */
  readonly subject: string
}): RoadReading | null {
  const client = useQueryClient()
  const [refresh] = useState(() => new PacedRefresh(REFRESH_MS))
  const [reading, setReading] = useState<RoadReading | null>(null)
  useEffect(() => {
    if (!point || !records || !byAir || !distances) return refresh.stop()
    refresh.request(`${formatPosition(point)} ${subject}`, async (signal) => {
      const ask = (to: Position, from: readonly Position[]) =>
        askRoadTimes(client, { to, from: flatPositions(from) }, signal)
      const slots = byAir.rows.subarray(0, byAir.suitable)
      const next = await readRoadTimes(ask, point, slots, records, distances).catch(() => null)
      if (signal.aborted) return
      setReading((before) =>
        next?.state === 'ready' || next?.state === 'none'
          ? next
          : unanswered(point, before, next?.state ?? 'unanswered'),
      )
    })
  }, [client, refresh, point, records, byAir, distances, subject])
  useEffect(() => () => refresh.stop(), [refresh])
  return reading && point && formatPosition(reading.point) === formatPosition(point) ? reading : null
}
