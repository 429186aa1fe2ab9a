'use client'

import { useState } from 'react'
import { usePreferences } from '@/components/layout/preferences'
import { RecordMap } from '@/components/record/record-map'
import { formatClock } from '@/lib/format/time'
import type { Position } from '@/lib/interface/resources'

/** The position of a vehicle; while it is unreadable, the last valid one in grey. */
export function LivePlace({
  position,
  receivedAtMs,
}: {
  readonly position: Position | null
  readonly receivedAtMs: number
}) {
  const [last, setLast] = useState({ position, receivedAtMs })
  if (position && receivedAtMs !== last.receivedAtMs) setLast({ position, receivedAtMs })
  const { zone } = usePreferences()
  const place = position ?? last.position
  return (
    <>
      <div className="h-56">
        {place ? (
          <RecordMap
            label={position ? 'Map of the vehicle’s position' : 'Map of the vehicle’s last valid position'}
            points={[{ position: place, label: 'Vehicle', kind: position ? 'vehicle' : 'last' }]}
          />
        ) : (
          <p className="bg-sunken text-muted grid h-full place-items-center rounded-md p-4 text-sm">
            No position to show
          </p>
        )}
      </div>
      {place && !position ? (
        <p className="text-muted text-sm">
          No valid position right now. The grey marker shows its position at{' '}
          {formatClock(last.receivedAtMs, zone ?? undefined)}.
        </p>
      ) : null}
    </>
  )
}
