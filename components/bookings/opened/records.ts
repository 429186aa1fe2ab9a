import type { SeverityCounts } from '@/lib/inspect/finding'
import type { Loss } from '@/lib/inspect/source'
import type { AnyBooking, Inspected } from '@/lib/interface/resources'
import type { PlaceInText } from './place-in-text'

/** One record of what was opened. */
export interface OpenedRecord {
  /** Its place in what was opened, from 0. */
  readonly index: number
  /** As it came, wrapper included. */
  readonly value: unknown
  /** Null when it is no object: then there is nothing to show but what came. */
  readonly inspected: Inspected<AnyBooking> | null
  /** All its texts in lower case, to find it by. */
  readonly words: string
  /** Milliseconds since the epoch; null when absent or unreadable. */
  readonly createdMs: number | null
  /** Straight line in metres; null when an end has no readable position. */
  readonly distanceMetres: number | null
  /** What its text said and `value` no longer does. */
  readonly losses: readonly Loss[]
  /** Of the inspector, on the record alone. */
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
      readonly place: PlaceInText
      readonly offset: number
    }
