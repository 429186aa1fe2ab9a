import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { QueryState } from '@/components/layout/query-state'
import { FactList } from '@/components/record/facts/fact-list'
import { useNearName } from '@/components/record/facts/near-place'
import { ReportAge, ShowOnMap, StatusPill } from '@/components/record/live-report'
import { RecordMap } from '@/components/record/record-map'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { query } from '@/lib/api/queries/query'
import { nearWords } from '@/lib/format/text'
import { formatClock } from '@/lib/format/time/time'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import type { VehicleSearchObject } from '@/lib/interface/resources'

/** Of the header: the status with its one time. A failure is for the panel below it to say. */
export function LiveStatus({ vehicleId }: { readonly vehicleId: string }) {
  const asked = useQuery(query('/api/vehicles/{vehicleId}/status', { vehicleId }))
  if (!asked.data) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <StatusPill inspected={asked.data.data} />
      <p>
        <ReportAge answer={asked.data} receivedAtMs={asked.dataUpdatedAt} />
      </p>
    </div>
  )
}

/**
 * The position of a vehicle, refreshed automatically with its status (§4 row 4). It may fail
 * while the record does not.
 */
export function LocationPanel({
  vehicleId,
  isReportedElsewhere,
}: {
  readonly vehicleId: string
  readonly isReportedElsewhere: boolean
}) {
  const asked = useQuery(query('/api/vehicles/{vehicleId}/status', { vehicleId }))
  const position = asked.data?.data.record.position
  return (
    <Panel
      title="Location"
      actions={position ? <ShowOnMap position={position} vehicleId={vehicleId} /> : null}
    >
      {/* On paper the facts are beside the map where they fit. */}
      <div className="flex flex-col gap-3 print:flex-row print:flex-wrap print:items-start">
        <QueryState
          query={asked}
          isReportedElsewhere={isReportedElsewhere}
          loading={<Skeleton label="Loading the live status" lines={8} />}
          missing={<Notice title="The service has no live status for this vehicle" />}
        >
          {({ data: inspected }) => (
            <>
              <LivePlace
                key={inspected.record.id}
                record={inspected.record}
                receivedAtMs={asked.dataUpdatedAt}
              />
              <div className="print:flex-1 print:basis-52">
                <FactList
                  table={vehicleSearchObjectFields}
                  names={['position']}
                  inspected={inspected}
                />
              </div>
            </>
          )}
        </QueryState>
      </div>
    </Panel>
  )
}

/** The position of a vehicle; while it is unreadable, the last valid one in grey. */
function LivePlace({
  record,
  receivedAtMs,
}: {
  record: VehicleSearchObject
  receivedAtMs: number
}) {
  const { id, position, status } = record
  const [last, setLast] = useState({ position, receivedAtMs })
  if (position && receivedAtMs !== last.receivedAtMs) setLast({ position, receivedAtMs })
  const { zone } = usePreferences()
  const place = position ?? last.position
  const near = useNearName(place, id)
  return (
    <div className="flex flex-col gap-3">
      <div className="h-56 lg:h-72">
        <RecordMap
          label={`Map of the vehicle’s ${position ? '' : 'last valid '}position${near === null ? '' : `, ${nearWords(near)}`}`}
          points={
            place
              ? [{ position: place, label: 'Vehicle', kind: position ? 'vehicle' : 'last', status }]
              : []
          }
        />
      </div>
      {place && !position ? (
        <p className="text-muted text-sm">
          No valid position right now. The grey marker shows its position at{' '}
          {formatClock(last.receivedAtMs, zone)}.
        </p>
      ) : null}
    </div>
  )
}
