import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMinuteFormat, usePreferences } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { useIsViewer } from '@/components/layout/use-is-viewer'
import { ChangeSides } from '@/components/record/change-sides'
import { Skeleton } from '@/components/ui/skeleton'
import { get } from '@/lib/api/client/call'
import type { ChangeSide, RecordChange, WatchedVehicle } from '@/lib/api/contract/watch-list'
import { query } from '@/lib/api/queries/query'
import { keyWords } from '@/lib/format/key-words'
import { safeText } from '@/lib/format/text'
import { formatMoment } from '@/lib/format/time/time'

const SHOWN_AT_FIRST = 3

/**
 * Changes of a vehicle's record: the newest at once, all with their values when
 * opened, which is audited.
 */
export function ChangeList({
  vehicle: { id, changes },
  now,
}: {
  readonly vehicle: WatchedVehicle
  readonly now: number
}) {
  const [isOpen, setIsOpen] = useState(false)
  const isViewer = useIsViewer()
  const [newest] = changes
  const all = useQuery({
    // Read again after the newest change in the list only: every reading is audited.
    queryKey: [...query('/api/watch-list/{vehicleId}', { vehicleId: id }).queryKey, newest?.at],
    queryFn: ({ signal }) => get('/api/watch-list/{vehicleId}', { vehicleId: id }, { signal }),
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isOpen,
  })
  if (!newest)
    return <p className="text-muted text-xs">No changes in its record since it was added.</p>
  const newestFew = changes.slice(0, SHOWN_AT_FIRST)
  const shown = isOpen ? all.data?.data.changes : newestFew
  const hidesValues = !isViewer && newestFew.some((change) => change.old.is === 'withheld')
  return (
    <>
      {shown ? (
        <ul aria-label="Changes in its record" className="flex flex-col gap-1">
          {shown.map((change) => (
            <ChangeLine
              key={`${change.at} ${change.path}`}
              change={change}
              now={now}
              isViewer={isViewer}
            />
          ))}
        </ul>
      ) : null}
      {!shown && all.error ? (
        <ProblemNotice error={all.error} retry={() => void all.refetch()} />
      ) : null}
      {!shown && !all.error ? <Skeleton label="Loading the changes" lines={3} /> : null}
      {hidesValues || changes.length > SHOWN_AT_FIRST || isOpen ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="text-accent min-h-11 self-start text-xs underline underline-offset-2 md:min-h-7"
        >
          {isOpen ? 'Show fewer' : showMore(changes.length, hidesValues)}
        </button>
      ) : null}
    </>
  )
}

function showMore(count: number, hidesValues: boolean): string {
  if (count <= SHOWN_AT_FIRST) return 'Show values'
  return hidesValues ? `Show all ${count} with values` : `Show all ${count}`
}

/** "Driver · Phone", as on the record's page. */
function fieldWords({ group, label }: RecordChange): string {
  return `${group ? keyWords(group) : 'Other field'} · ${label}`
}

/** "Booked since 16:04" of a change of the active booking; null of any other. */
function bookingWords({ path, old, new: now }: RecordChange, time: string): string | null {
  if (path !== 'active_booking_id' || old.is === 'withheld' || now.is === 'withheld') return null
  if (now.is !== 'value')
    return now.is === 'json' || !isBooked(old) ? null : `Booking ended ${time}`
  return isBooked(old) ? `Another booking since ${time}` : `Booked since ${time}`
}

function isBooked({ is }: ChangeSide): boolean {
  return is === 'value' || is === 'json'
}

export function ChangeLine({
  change,
  now,
  isViewer,
}: {
  readonly change: RecordChange
  readonly now: number
  readonly isViewer: boolean
}) {
  const { zone } = usePreferences()
  const formatMinute = useMinuteFormat()
  const exact = (text: string) => formatMoment(Date.parse(text), now, zone)
  const minute = formatMinute(Date.parse(change.at), now)
  const booking = bookingWords(change, minute)
  const withheldWords = isViewer ? 'changed; not shown to viewers' : 'changed'
  return (
    <li className="flex flex-wrap gap-x-2 text-xs [overflow-wrap:anywhere]">
      <span className="text-muted">
        <bdi>{safeText(fieldWords(change), 80)}</bdi>:
      </span>
      <span className="min-w-0">
        {booking === null ? null : <strong className="font-semibold">{booking}: </strong>}
        {change.old.is === 'withheld' ? (
          withheldWords
        ) : (
          <ChangeSides path={change.path} old={change.old} new={change.new} />
        )}
      </span>
      <time
        dateTime={change.at}
        title={`Between ${exact(change.after)} and ${exact(change.at)}`}
        className="text-muted ml-auto tabular-nums"
      >
        {minute}
      </time>
    </li>
  )
}
