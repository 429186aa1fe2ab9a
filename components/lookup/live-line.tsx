'use client'

import { useQuery } from '@tanstack/react-query'
import { useNearName } from '@/components/record/facts/near-place'
import { ReportAge, ShowOnMap, StatusPill } from '@/components/record/live-report'
import { Skeleton } from '@/components/ui/skeleton'
import { describeError, isNotFound } from '@/lib/api/errors'
import { nearWords } from '@/lib/format/position/near'
import { formatPosition } from '@/lib/interface/position'
import { vehicleStatusQuery } from '@/lib/queries/records'

/** Status, last report and position of a found vehicle: why it is, or is not, on the map. */
export function LiveLine({ vehicleId }: { readonly vehicleId: string }) {
  const { data: answer, error, dataUpdatedAt } = useQuery(vehicleStatusQuery(vehicleId))
  const near = useNearName(answer?.data.record.position ?? null, vehicleId)
  if (!answer) {
    if (!error) return <Skeleton label="Loading the live status" lines={1} />
    const reason = isNotFound(error) ? 'the service has none for this vehicle' : describeError(error).title
    return <p className="text-muted text-sm">No live status: {reason}.</p>
  }
  const { position } = answer.data.record
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <StatusPill inspected={answer.data} />
      <p>
        <ReportAge answer={answer} receivedAtMs={dataUpdatedAt} />
      </p>
      {position ? (
        <>
          <p>
            Position {formatPosition(position).replace(',', ', ')}
            {near === null ? null : (
              <>
                , <bdi>{nearWords(near)}</bdi>
              </>
            )}
          </p>
          <ShowOnMap position={position} vehicleId={vehicleId} />
        </>
      ) : (
        <p className="text-warning font-medium">No position reported, so it is not on the map.</p>
      )}
    </div>
  )
}
