import type { DepartureReason, LiveMeta } from '@/lib/contract/live'
import type { Position, VehicleSearchObject } from '@/lib/interface/resources'

/**
 * An area as it is known now, in columns: 100,000 vehicles are arrays, not objects to make anew.
 * Never changed after it was handed out: a refresh makes a new one that shares the records that stayed the same.
 */
export interface LiveArea {
  /** In no order that means anything; an index holds for this LiveArea only. */
  readonly records: readonly VehicleSearchObject[]
  readonly indexById: ReadonlyMap<string, number>
  /** `mtime`, milliseconds since the epoch on the service's clock; NaN when absent or unreadable. */
  readonly reportedAtMs: Float64Array
  /** Degrees clockwise from north, from the last two places; NaN for a vehicle not seen moving. */
  readonly headings: Float32Array
  /** Newest first; each goes GHOST_MS after it left. */
  readonly ghosts: readonly DepartedVehicle[]
  readonly meta: LiveMeta
  /** When the newest sweep's last page arrived, on the server's clock. */
  readonly fetchedAtMs: number
  /** The same moment on this browser's clock. */
  readonly receivedAtMs: number
  /** Where a vehicle was seen since the page was opened, oldest first, at most TRAIL_POINTS. */
  trailOf(id: string): readonly Position[]
}

/** A vehicle that left the results. */
export interface DepartedVehicle {
  /** As last listed. */
  readonly record: VehicleSearchObject
  /** Null: not known, or not known yet. */
  readonly reason: DepartureReason | null
  /** As `/status` answered; null when it was not asked or did not answer. */
  readonly now: VehicleSearchObject | null
  /** This browser's clock. */
  readonly leftAtMs: number
}

/** How long a ghost stays; the legend states it. */
export const DEPARTED_MS = 60_000

export const TRAIL_POINTS = 60

/** How the stream of an area does. */
export interface LiveState {
  /** The last good view; null before the first vehicles. Also while the first sweep runs, with what it has so far. */
  readonly area: LiveArea | null
  /** The first sweep under way; null otherwise. */
  readonly progress: { readonly loaded: number; readonly about: number | null } | null
  /**
   * `connecting`: no answer yet. `live`: events arrive. `paused`: by the dispatcher. `hidden`: nobody sees the tab.
   * `interrupted`: Kerbside's server cannot be reached; it is tried again.
   */
  readonly connection: 'connecting' | 'live' | 'paused' | 'hidden' | 'interrupted'
  /** An ApiError: the stream's own, or the service's failure as the stream tells it. Null while all is well. */
  readonly error: Error | null
  /** Sweep now, also while paused. */
  refresh(): void
}
