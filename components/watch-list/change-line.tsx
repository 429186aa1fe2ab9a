'use client'

import { usePreferences } from '@/components/layout/preferences/preferences'
import { useMinuteFormat } from '@/components/layout/preferences/use-minute-format'
import type { ChangeSide, RecordChange } from '@/lib/contract/watch-list'
import { formatNumber } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import { formatMoment, formatTime } from '@/lib/format/time/time'
import { bookingWords, fieldWords } from './change-words'

const LONGEST = 200

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
          <>
            <del className="no-underline">
              <Side side={change.old} path={change.path} />
            </del>
            <span aria-hidden> → </span>
            <span className="sr-only"> changed to </span>
            <ins className="font-medium no-underline">
              <Side side={change.new} path={change.path} />
            </ins>
          </>
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

function Side({ side, path }: { readonly side: ChangeSide; readonly path: string }) {
  const { zone } = usePreferences()
  switch (side.is) {
    case 'absent':
      return <span className="text-muted">not reported</span>
    case 'none':
      return <span className="text-muted">none</span>
    case 'withheld':
      return <span className="text-muted">not shown</span>
    case 'json':
      return (
        <code>
          <bdi>{safeText(side.json, LONGEST)}</bdi>
        </code>
      )
    case 'value': {
      const { value } = side
      if (typeof value === 'number') return path === 'year' ? String(value) : formatNumber(value)
      if (typeof value !== 'string')
        return value.length === 0 ? 'none' : <bdi>{safeText(value.join(', '), LONGEST)}</bdi>
      const text = path === 'ctime' ? formatTime(value, zone ?? undefined) : null
      return value === '' ? 'empty text' : <bdi>{text ?? safeText(value, LONGEST)}</bdi>
    }
  }
}
