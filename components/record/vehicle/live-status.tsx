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
import type { Answer, StatusAnswer } from '@/lib/api/contract/answers'
import { query } from '@/lib/api/queries/query'
import { nearWords } from '@/lib/format/text'
import { formatClock } from '@/lib/format/time/time'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import type { VehicleSearchObject } from '@/lib/interface/resources'

/**
 * Status and position of a vehicle, refreshed automatically (§4 row 4). It may fail
 * while the record does not.
 */
export function LiveStatus({
  vehicleId,
  isReportedElsewhere,
}: {
  readonly vehicleId: string
  readonly isReportedElsewhere: boolean
}) {
  const asked = useQuery(query('/api/vehicles/{vehicleId}/status', { vehicleId }))
  return (
    <Panel title="Live status">
      {/* On paper the facts are beside the map where they fit. */}
      <div className="flex flex-col gap-3 print:flex-row print:flex-wrap print:items-start">
        <QueryState
          query={asked}
          isReportedElsewhere={isReportedElsewhere}
          loading={<Skeleton label="Loading the live status" lines={8} />}
          missing={<Notice title="The service has no live status for this vehicle" />}
        >
          {(answer) => <Report answer={answer} receivedAtMs={asked.dataUpdatedAt} />}
        </QueryState>
      </div>
    </Panel>
  )
}

function Report({ answer, receivedAtMs }: { answer: Answer<StatusAnswer>; receivedAtMs: number }) {
  const { data: inspected } = answer
  const { id, position } = inspected.record
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 print:basis-full">
        <StatusPill inspected={inspected} />
        <p className="text-sm">
          <ReportAge answer={answer} receivedAtMs={receivedAtMs} />
        </p>
      </div>
      <LivePlace key={id} record={inspected.record} receivedAtMs={receivedAtMs} />
      <div className="print:flex-1 print:basis-52">
        <FactList
          table={vehicleSearchObjectFields}
          names={['position', 'mtime']}
          inspected={inspected}
        />
      </div>
      {position ? <ShowOnMap position={position} vehicleId={id} /> : null}
    </>
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
      <div className="h-56">
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
