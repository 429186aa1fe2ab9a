import type { SeverityCounts } from '@/lib/inspect/finding'
import type { Loss } from '@/lib/inspect/source'
import type { AnyBooking, Inspected } from '@/lib/interface/resources'
import type { TextPosition } from './text-position'

/** One record of the opened source. */
export interface OpenedRecord {
  /** In the source, from 0. */
  readonly index: number
  /** As received, wrapper included. */
  readonly value: unknown
  /** Null when the value is not an object. */
  readonly inspected: Inspected<AnyBooking> | null
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
}

/** Why a source could not be opened. */
export type SourceFault =
  | { readonly kind: 'too-big'; readonly bytes: number }
  | { readonly kind: 'too-many'; readonly records: number }
  | { readonly kind: 'empty' | 'not-text' | 'stopped' }
  | {
      readonly kind: 'malformed' | 'too-deep'
      readonly reason: string
      readonly position: TextPosition
      readonly offset: number
    }
