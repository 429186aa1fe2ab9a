'use client'

import { MapPin } from 'lucide-react'
import { Link } from '@/components/layout/link'
import { mapViewParameters } from '@/components/layout/map-view'
import { useNow } from '@/components/layout/use-now'
import { StatusMark } from '@/components/map/status-mark'
import { Unreadable } from '@/components/record/facts/marks'
import { buttonClass } from '@/components/ui/button'
import { mapHref } from '@/lib/format/links'
import { statusTitle, statusWords } from '@/lib/format/status/status-words'
import { AGE_STEPS, ageOf, ageStep, formatAge } from '@/lib/format/time/age'
import type { Inspected, Position, VehicleSearchObject } from '@/lib/interface/resources'
import { meansNever } from '@/lib/interface/times'

/** A vehicle's status in words, the key as received and its reading on hover: the specification lists no values (§3). */
export function StatusPill({
  inspected: { record, raw, unreadable },
}: {
  readonly inspected: Inspected<VehicleSearchObject>
}) {
  if (unreadable.includes('status')) return <Unreadable value={raw.status} />
  if (!record.status) return <span className="text-muted">{statusWords(null)}</span>
  return (
    <span
      title={statusTitle(record.status)}
      className="bg-sunken border-line inline-flex min-w-0 items-center gap-1.5 rounded-full border py-1 pr-3 pl-2 font-medium [overflow-wrap:anywhere]"
    >
      <StatusMark status={record.status} />
      <bdi>{statusWords(record.status, 80)}</bdi>
    </span>
  )
}

/** Age of a report, updated every second: "12s ago", with a label when it is no longer fresh. */
export function ReportAge({
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
        {meansNever(mtime)
          ? 'never reported'
          : `${formatAge(ageMs)} ago${step?.name === 'fresh' ? '' : `, ${step?.label.toLowerCase()}`}`}
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

/** Leads to the map as last seen, radius and filters included, with the vehicle selected. */
export function ShowOnMap({
  position,
  vehicleId,
}: {
  readonly position: Position
  readonly vehicleId: string
}) {
  return (
    <Link
      href={mapHref(position, vehicleId, mapViewParameters())}
      className={buttonClass('secondary', 'self-start')}
    >
      <MapPin aria-hidden className="size-4" />
      Show on map
    </Link>
  )
}
