import { MapPin } from 'lucide-react'
import { Link } from '@/components/layout/link'
import { mapViewParameters } from '@/components/layout/map-view'
import { useNow } from '@/components/layout/use-now'
import { StatusMark } from '@/components/map/status-mark'
import { Unreadable } from '@/components/record/facts/marks'
import type { Answer, StatusAnswer } from '@/lib/api/contract/answers'
import { mapHref } from '@/lib/format/links'
import { statusTitle, statusWords } from '@/lib/format/status/status-words'
import { AGE_STEPS, ageInWords, ageOf, ageStep } from '@/lib/format/time/age'
import type { Inspected, Position, VehicleSearchObject } from '@/lib/interface/resources'

/**
 * A vehicle's status in words, the key as received and its reading on hover: the
 * specification lists no values (§3).
 */
export function StatusPill({ inspected }: { inspected: Inspected<VehicleSearchObject> }) {
  const { record, raw, unreadable } = inspected
  if (unreadable.includes('status')) return <Unreadable value={raw.status} />
  if (!record.status) return <span className="text-muted">{statusWords(null)}</span>
  return (
    <span
      title={statusTitle(record.status)}
      className="bg-sunken border-line inline-flex min-w-0 items-center gap-1.5 rounded-full border py-1 pr-3 pl-2 font-semibold [overflow-wrap:anywhere]"
    >
      <StatusMark status={record.status} />
      <bdi>{statusWords(record.status, 80)}</bdi>
    </span>
  )
}

/**
 * "Last report 12s ago", with a label when it is no longer fresh, or "Seen 4s ago, changed
 * 3m ago".
 */
export function ReportAge(props: {
  readonly answer: Answer<StatusAnswer>
  readonly receivedAtMs: number
}) {
  const { data, meta } = props.answer
  const now = useNow()
  if (now === null) return null
  const { mtime } = data.record
  const reading = { fetchedAtMs: Date.parse(meta.fetchedAt), mtimeServes: data.times?.mtimeServes }
  const age = ageOf({ mtime, ...data.times }, reading, Math.max(0, now - props.receivedAtMs))
  const step = AGE_STEPS.find(({ name }) => name === ageStep(age))
  const words = ageInWords(age)
  return (
    <span className={step?.name === 'fresh' ? '' : 'text-warning font-semibold'}>
      {age.from === 'report' ? `Last report ${words}` : `S${words.slice(1)}`}
      {step?.name === 'fresh' ? '' : `, ${step?.label.toLowerCase()}`}
    </span>
  )
}

export function ShowOnMap({ position, vehicleId }: { position: Position; vehicleId: string }) {
  return (
    <Link
      href={mapHref(position, vehicleId, mapViewParameters())}
      button="secondary"
      className="self-start"
      icon={MapPin}
    >
      Show on map
    </Link>
  )
}
