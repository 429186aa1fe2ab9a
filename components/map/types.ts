import type { DepartureReason } from '@/lib/contract/live'
import type { Position, VehicleSearchObject } from '@/lib/interface/resources'

/** What stands on the map, in columns. Never changed after it was handed over; a refresh brings a new one. */
export interface MapVehicles {
  readonly records: readonly VehicleSearchObject[]
  /** `mtime`, milliseconds since the epoch on the service's clock; NaN when absent or unreadable. */
  readonly reportedAtMs: Float64Array
  /** Degrees clockwise from north; NaN when not known. */
  readonly headings: Float32Array
  /** Indices of the vehicles that pass the filters, in no order that means anything; those without a position too. */
  readonly shown: Uint32Array
  /** When the newest answer arrived: on the server's clock, and the same moment on this browser's. */
  readonly fetchedAtMs: number
  readonly receivedAtMs: number
}

/** A vehicle that left the results, outlined where it was last seen. */
export interface MapDeparted {
  readonly id: string
  readonly position: Position
  readonly status: string | null
  readonly reason: DepartureReason | null
}
