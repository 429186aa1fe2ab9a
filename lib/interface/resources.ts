import type { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import type { Field, FieldTable } from '@/lib/interface/fields/fields'
import type { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import type { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import type { SentForms } from '@/lib/interface/sent-forms'

/** A point on the Earth in degrees. Source: interface §2.3 */
export interface Position {
  readonly lat: number
  readonly lng: number
}

interface ValueOf {
  string: string
  datetime: string
  number: number
  integer: number
  strings: readonly string[]
  position: Position
  webhooks: Readonly<Record<string, string>>
  totals: Totals
  vehicles: readonly VehicleSearchObject[]
}

/**
 * A record as the rest of Kerbside sees it: every field of its table, null where the
 * service sent none or sent another type. Which fields are required is not shown (§2.6),
 * so only `id` is never null.
 */
type RecordOf<Table extends FieldTable> = {
  readonly [Name in keyof Table]: Name extends 'id' ? string : FieldValue<Table[Name]> | null
}

type FieldValue<F extends Field> = ValueOf[F['type']]

export type Vehicle = RecordOf<typeof vehicleFields>
export type VehicleSearchObject = RecordOf<typeof vehicleSearchObjectFields>
export type Booking = RecordOf<typeof bookingFields>
/** A booking from elsewhere than the service, which may have no readable id. */
export type AnyBooking = Omit<Booking, 'id'> & { readonly id: string | null }
export type Totals = RecordOf<typeof totalsFields>

export type JsonObject = { readonly [key: string]: unknown }

/** A record with its original for inspection. */
export interface Inspected<T> {
  readonly record: T
  /** Paths of fields with another type than specified (`totals.net`); null in `record`. */
  readonly unreadable: readonly string[]
  /** Forms of values that came with another type and were read; absent where there is none. */
  readonly forms?: SentForms | undefined
  /** The record as received, unknown fields included. */
  readonly raw: JsonObject
  /** The rest of its answer by path (`data.meta`); absent where the answer is the record alone. */
  readonly beside?: JsonObject
  /** Names of fields withheld from the caller's role; `raw` then has no unknown fields either. */
  readonly withheld?: readonly string[]
}

/** One page of a search. Source: interface §2.5 */
export interface SearchPage {
  /** The URL parameters as applied by the service; null when absent. */
  readonly query: string | null
  /** Null on the last page, and where `isCut`. */
  readonly next_cursor: string | null
  /** The list goes on, but the cursor of its next page is unusable. */
  readonly isCut: boolean
  /** Approximate, and not to be used as a bound; null when absent or not a count. */
  readonly total: number | null
  readonly vehicles: readonly VehicleSearchObject[]
  /** Vehicle id → fields that came with another type. Only vehicles that have some. */
  readonly unreadable: Readonly<Record<string, readonly string[]>>
  /** Vehicle id → fields that came in another form and were read. Only vehicles that have some. */
  readonly forms: Readonly<Record<string, SentForms>>
}

export function fieldsOf(table: FieldTable): [string, Field][] {
  return Object.entries(table)
}
