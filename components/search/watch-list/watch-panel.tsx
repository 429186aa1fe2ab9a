'use client'

import { useQuery } from '@tanstack/react-query'
import { useVehicleNames } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useNow } from '@/components/layout/use-now'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { describeError } from '@/lib/api/client/errors'
import { query } from '@/lib/api/queries/query'
import { useWatched, useWatchingError } from '@/lib/api/queries/watch-list'
import type { Position } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live/client/live-area'
import { watchedName, watchedNow } from './watched-now'
import { WatchedVehicle } from './watched-vehicle'

/** The watched vehicles, wherever they are. */
export function WatchPanel({
  area,
  past,
  onShow,
}: {
  readonly area: LiveArea | null
  /** Vehicles of the moment of a replay; null for now. */
  readonly past: Pick<ReadonlySet<string>, 'has'> | null
  /** @param position null for a vehicle of the area */
  readonly onShow: (id: string, position: Position | null) => void
}) {
  const asked = useQuery(query('/api/watch-list'))
  const watched = useWatched()
  const names = useVehicleNames()
  const error = useWatchingError()
  const now = useNow() ?? asked.dataUpdatedAt
  if (!asked.data) {
    return (
      <div className="p-3">
        {asked.error ? (
          <ProblemNotice error={asked.error} retry={() => void asked.refetch()} />
        ) : (
          <Skeleton label="Loading the watched vehicles" lines={6} />
        )}
      </div>
    )
  }
  const list = asked.data.data
  const { vehicles } = list
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      {asked.error ? (
        <Notice tone="warning" className="mx-3 my-2" title="The watch list could not be refreshed">
          Showing the last known data. {describeError(asked.error).title}.
        </Notice>
      ) : null}
      {error ? <WatchingFailure error={error} /> : null}
      {past && vehicles.length > 0 ? (
        <Notice isQuiet className="mx-3 my-2" title="As it is now, not in the replay">
          Statuses and changes of watched vehicles are those of the present.
        </Notice>
      ) : null}
      {vehicles.length === 0 ? (
        <Notice isQuiet className="mx-3 my-2" title="No vehicles are watched">
          Select a vehicle and press <kbd>w</kbd>, or use the star in its row, its card or its record. You
          will see here what it does and what changes in its record, and be notified on the map.
        </Notice>
      ) : (
        <>
          <ul aria-label="Watched vehicles">
            {vehicles.map((vehicle) => (
              <WatchedVehicle
                key={vehicle.id}
                vehicle={vehicle}
                name={watchedName(names, vehicle, area)}
                state={watchedNow(vehicle, list, area, Math.max(0, now - asked.dataUpdatedAt), now)}
                watched={watched}
                now={now}
                past={past}
                onShow={onShow}
              />
            ))}
          </ul>
          <p className="text-muted px-3 py-2 text-xs">
            Records are read every two minutes and their changes kept for 7 days. A new position or report
            time does not count as a change.
          </p>
        </>
      )}
    </div>
  )
}

function WatchingFailure({ error }: { readonly error: Error }) {
  const { title, advice } = describeError(error)
  return (
    <Notice tone="danger" className="mx-3 my-2" title={title}>
      {advice}
    </Notice>
  )
}
