import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ListedRecord, readListedRecord } from '@/components/bookings/table/listed-record'
import type { ArrivedEntry, ArrivedList } from '@/lib/api/queries/arrived-bookings'
import { counted } from '@/lib/format/number'
import { recordOf } from '@/lib/inspect/delivery/record-of'
import { countSeverities } from '@/lib/inspect/finding'

// Above the indices of opened records.
const FIRST_INDEX = 1_000_000

const records = new WeakMap<ArrivedEntry, ListedRecord>()

/** A booking that arrived as a record of the list; the same one until it changes. */
export function arrivedRecord(entry: ArrivedEntry): ListedRecord {
  const before = records.get(entry)
  if (before) return before
  const { booking, index } = entry
  const record = readListedRecord(recordOf(booking), { index: FIRST_INDEX + index })
  const last = booking.statuses.at(-1)
  const since = last && Date.parse(last.modifiedAt ?? last.receivedAt)
  const listed: ListedRecord = {
    ...record,
    // Nothing is missing of a booking that no delivery holds.
    findings: booking.record === null ? countSeverities([]) : record.findings,
    arrival: {
      key: booking.key,
      receivedMs: Date.parse(booking.firstReceivedAt),
      statusSinceMs: since === undefined || Number.isNaN(since) ? null : since,
      isOrderKnown: booking.isOrderKnown,
    },
  }
  records.set(entry, listed)
  return listed
}

/** Arrivals and changes are announced together, this often at most. */
const ANNOUNCED_EVERY_MS = 15_000

/** "3 bookings received, 2 changed", since the last announcement. */
export function useAnnouncedArrivals(list: ArrivedList | undefined): string {
  const [text, setText] = useState('')
  const before = useRef(list)
  const announce = useEffectEvent(() => {
    if (before.current && list) setText(arrivalsInWords(before.current, list))
    before.current = list
  })
  useEffect(() => {
    const timer = setInterval(() => announce(), ANNOUNCED_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return text
}

interface Counts {
  readonly cameCount: number
  readonly changedCount: number
}

export function arrivalsInWords(before: Counts, now: Counts): string {
  const came = now.cameCount - before.cameCount
  const changed = now.changedCount - before.changedCount
  return [
    came > 0 ? `${counted(came, 'booking')} received` : '',
    changed > 0 ? `${came > 0 ? changed : counted(changed, 'booking')} changed` : '',
  ]
    .filter(Boolean)
    .join(', ')
}
