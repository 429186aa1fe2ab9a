'use client'

import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import Link from 'next/link'
import { FindingsNote } from '@/components/inspector/findings-note'
import { StatusMark } from '@/components/map/status-mark'
import { FactList } from '@/components/record/facts/fact-list'
import { pickFacts } from '@/components/record/facts/facts'
import { Absent, Unreadable } from '@/components/record/facts/marks'
import { RecordState } from '@/components/record/record-state'
import { buttonClass } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import type { Answer } from '@/lib/contract/answers'
import { mapHref } from '@/lib/format/links'
import { safeText } from '@/lib/format/text'
import type { Inspected, VehicleSearchObject } from '@/lib/interface/resources'
import { vehicleSearchObjectFields } from '@/lib/interface/search-fields'
import { vehicleStatusQuery } from '@/lib/queries/records'
import { AgeText } from './age-text'
import { LivePlace } from './live-place'

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
