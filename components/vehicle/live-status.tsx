'use client'

import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { FindingsNote } from '@/components/inspector/findings-note'
import { Link } from '@/components/layout/link'
import { usePreferences } from '@/components/layout/preferences'
import { useNow } from '@/components/layout/use-now'
import { StatusMark } from '@/components/map/status-mark'
import { FactList } from '@/components/record/facts/fact-list'
import { pickFacts } from '@/components/record/facts/facts'
import { Absent, Unreadable } from '@/components/record/facts/marks'
import { RecordMap } from '@/components/record/record-map'
import { RecordState } from '@/components/record/record-state'
import { buttonClass } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import type { Answer } from '@/lib/contract/answers'
import { AGE_STEPS, ageOf, ageStep, formatAge } from '@/lib/format/age'
import { mapHref } from '@/lib/format/links'
import { safeText } from '@/lib/format/text'
import { formatClock } from '@/lib/format/time'
import type { Inspected, Position, VehicleSearchObject } from '@/lib/interface/resources'
import { vehicleSearchObjectFields } from '@/lib/interface/search-fields'
import { vehicleStatusQuery } from '@/lib/queries/records'

/** Status and position of a vehicle, refreshed automatically (§4 row 4). It may fail while the record does not. */
export function LiveStatus({ vehicleId }: { readonly vehicleId: string }) {
  const query = useQuery(vehicleStatusQuery(vehicleId))
  return (
    <Panel title="Live status">
      <div className="flex flex-col gap-3">
        <RecordState
          query={query}
          loading={<Skeleton label="Loading the live status" lines={8} />}
          missing={<Notice title="The service has no live status for this vehicle" />}
        >
          {(answer) => <Report answer={answer} receivedAtMs={query.dataUpdatedAt} />}
        </RecordState>
      </div>
    </Panel>
  )
}

function Report({
  answer: { data: inspected, meta },
  receivedAtMs,
}: {
  readonly answer: Answer<Inspected<VehicleSearchObject>>
  readonly receivedAtMs: number
}) {
  const { id, mtime, position } = inspected.record
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Status inspected={inspected} />
        <p className="text-sm">
          <AgeText mtime={mtime} fetchedAt={meta.fetchedAt} receivedAtMs={receivedAtMs} />
        </p>
      </div>
      <LivePlace key={id} position={position} receivedAtMs={receivedAtMs} />
      <FactList
        table={vehicleSearchObjectFields}
        facts={pickFacts(vehicleSearchObjectFields, ['position', 'mtime'])}
        inspected={inspected}
      />
      <FindingsNote kind="search-object" record={inspected.raw} />
      {position ? (
        <Link href={mapHref(position, id)} className={buttonClass('secondary', 'self-start')}>
          <MapPin aria-hidden className="size-4" />
          Show on map
        </Link>
      ) : null}
    </>
  )
}

/** The status as received: the specification lists no values (§3). */
function Status({ inspected: { record, raw, unreadable } }: { inspected: Inspected<VehicleSearchObject> }) {
  if (unreadable.includes('status')) return <Unreadable value={raw.status} />
  if (record.status === null) return <Absent />
  return (
    <span className="bg-sunken border-line inline-flex min-w-0 items-center gap-1.5 rounded-full border py-1 pr-3 pl-2 font-medium [overflow-wrap:anywhere]">
      <StatusMark status={record.status} />
      <bdi>{safeText(record.status, 80)}</bdi>
    </span>
  )
}

/** Age of a report, updated every second: "12s ago", with a label when it is no longer fresh. */
function AgeText({
  mtime,
  fetchedAt,
  receivedAtMs,
}: {
  readonly mtime: string | null
  /** Receipt by the server, on its clock. */
  readonly fetchedAt: string
  /** Receipt by this browser, on its own clock. */
  readonly receivedAtMs: number
}) {
  const now = useNow()
  if (now === null) return null
  const { ageMs, fromReceipt } = ageOf(mtime, Date.parse(fetchedAt), Math.max(0, now - receivedAtMs))
  const step = AGE_STEPS.find(({ name }) => name === ageStep(ageMs))
  return (
    <>
      <span className={step?.name === 'fresh' ? '' : 'text-warning font-medium'}>
        {formatAge(ageMs)} ago{step?.name === 'fresh' ? '' : `, ${step?.label.toLowerCase()}`}
      </span>
      {fromReceipt ? (
        <span className="text-muted">
          {' '}
          since receipt: {mtime === null ? 'no timestamp' : 'the service’s clock differs'}
        </span>
      ) : null}
    </>
  )
}

/** The position of a vehicle; while it is unreadable, the last valid one in grey. */
function LivePlace({
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
