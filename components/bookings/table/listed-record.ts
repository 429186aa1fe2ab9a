import type { SeverityCounts } from '@/lib/inspect/finding'
import type { Loss } from '@/lib/inspect/source'
import type { AnyBooking, Inspected } from '@/lib/interface/resources'

/** `opened`: pasted, dropped or from a file, in this browser only. */
export type RecordSource = 'arrived' | 'opened'

/** One record of the list, from any source. */
export interface ListedRecord {
  /** Unique in the list; of opened records their place in the source, from 0. */
  readonly index: number
  readonly source: RecordSource
  /** As received, wrapper included. */
  readonly value: unknown
  /** Path of the booking in `value`. */
  readonly within: Loss['path']
  readonly inspected: Inspected<AnyBooking>
  /** All its texts in lower case. */
  readonly searchText: string
  /** Milliseconds since the epoch; null when absent or unreadable. */
  readonly createdMs: number | null
  /** Of `when`, milliseconds since the epoch; null when it is no time. */
  readonly whenMs: number | null
  /** Straight line in metres; null when an end has no readable position. */
  readonly distanceMetres: number | null
  /** Differences between its source text and `value`. */
  readonly losses: readonly Loss[]
  /** Inspector findings about the record alone. */
  readonly findings: SeverityCounts
  /** Null for a record that did not arrive by webhook. */
  readonly arrival: Arrival | null
}

/** Facts about a booking from its deliveries, beside its record; times in milliseconds since the epoch. */
export interface Arrival {
  /** Of the booking's page. */
  readonly key: string
  readonly receivedMs: number
  /** Since when it has its status: its `mtime`, or else the delivery. */
  readonly statusSinceMs: number | null
  /** False where the deliveries do not decide which status is the present one. */
  readonly isOrderKnown: boolean
}
