'use client'

import { useState } from 'react'
import { usePreferences } from '@/components/layout/preferences'
import { RecordMap } from '@/components/record/record-map'
import { formatClock } from '@/lib/format/time'
import type { Position } from '@/lib/interface/resources'

/** Where a vehicle is; while that cannot be read, where it was when it last could, greyed. */
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
            No position to show on a map
          </p>
        )}
      </div>
      {place && !position ? (
        <p className="text-muted text-sm">
          No valid position now. Grey on the map: where it was at{' '}
          {formatClock(last.receivedAtMs, zone ?? undefined)}.
        </p>
      ) : null}
    </>
  )
}
