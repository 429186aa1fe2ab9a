'use client'

import { usePreferences } from '@/components/layout/preferences/preferences'
import { useMinuteFormat } from '@/components/layout/preferences/use-minute-format'
import { ChangeSides } from '@/components/record/change-sides'
import type { RecordChange } from '@/lib/contract/watch-list'
import { safeText } from '@/lib/format/text'
import { formatMoment } from '@/lib/format/time/time'
import { bookingWords, fieldWords } from './change-words'

/** One changed field: section and label, old → new, and when. */
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
  const exact = (text: string) => formatMoment(Date.parse(text), now, zone ?? undefined)
  const minute = formatMinute(Date.parse(change.at), now)
  const booking = bookingWords(change, minute)
  return (
    <li className="flex flex-wrap gap-x-2 text-xs [overflow-wrap:anywhere]">
      <span className="text-muted">
        <bdi>{safeText(fieldWords(change), 80)}</bdi>:
      </span>
      <span className="min-w-0">
        {booking === null ? null : <strong className="font-medium">{booking}: </strong>}
        {change.old.is === 'withheld' ? (
          isViewer ? (
            'changed; not shown to viewers'
          ) : (
            'changed'
          )
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
