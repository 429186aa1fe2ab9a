import {
  type DepartureReason,
  INTERVALS_SECONDS,
  type ListedRow,
  type LiveMeta,
  type LiveProgress,
  type LiveVehicle,
} from '@/lib/api/contract/live'
import type { RecordingGap } from '@/lib/api/contract/recording'
import type { Position } from '@/lib/interface/resources'
import type { VehicleTable } from '@/lib/vehicles/vehicle-table'

/**
 * The current state of an area. Immutable: a refresh makes another one that shares the records that
 * stayed the same. What the table lacks is in columns by slot.
 */
export interface LiveArea extends AreaColumns, AreaCounts {
  readonly table: VehicleTable
  /** Newest first; each is dropped DEPARTED_MS after it left. */
  readonly departed: readonly DepartedVehicle[]
  readonly meta: LiveMeta
  /** Whether `mtime` is the time of the last report. */
  readonly mtimeServes: boolean
  /** When the newest sweep's last page arrived, on the server's clock. */
  readonly fetchedAtMs: number
  /** The same moment on this browser's clock. */
  readonly receivedAtMs: number
  /** Positions of a vehicle since the page was opened, oldest first, at most TRAIL_POINTS. */
  trailOf(id: string): readonly Position[]
}

/** The list of an area alone. */
export type AreaList = Pick<LiveArea, 'table'>

/** Derived from the records, by slot. */
export interface AreaColumns {
  /**
   * When each vehicle last reported, as `reportedAt` gives it; NaN: it counts as
   * reported at `fetchedAtMs`.
   */
  readonly reportedAtMs: Float64Array
  /**
   * Degrees clockwise from north, from the last two positions; NaN for a
   * vehicle that has not moved.
   */
  readonly headings: Float32Array
}

export interface AreaCounts {
  readonly counts: ValueCounts
  /** Slots of the vehicles without a position, in ascending order. */
  readonly unplaced: readonly number[]
  /** Number of vehicles that are kept although the newest lists lack them. */
  readonly unconfirmed: number
}

/** Fields of the search object whose values are counted, for filters and the legend. */
export const COUNTED_FIELDS = ['status', 'type', 'functions'] as const

export type CountedField = (typeof COUNTED_FIELDS)[number]

/** How many vehicles have a value; a status is as of `reportedStatus`, '' for none. */
export type ValueCounts = Readonly<Record<CountedField, ReadonlyMap<string, number>>>

export interface DepartedVehicle {
  /** As last listed. */
  readonly record: LiveVehicle
  /** Null while unknown. */
  readonly reason: DepartureReason | null
  /** The answer of `/status`; null without one. */
  readonly now: ListedRow | null
  /** This browser's clock. */
  readonly leftAtMs: number
}

/** How long a departed vehicle is shown; the legend states it. */
export const DEPARTED_MS = 60_000

export const TRAIL_POINTS = 60

export interface LiveState {
  /**
   * The last good state; null before the first vehicles. During the first sweep,
   * the vehicles loaded so far.
   */
  readonly area: LiveArea | null
  /** The first sweep under way; null otherwise. */
  readonly progress: { readonly loaded: number; readonly about: number | null } | null
  /**
   * `connecting`: no answer yet. `live`: events arrive. `paused`: by the dispatcher.
   * `hidden`: the tab is hidden. `interrupted`: Kerbside's server cannot be reached; retried.
   * `replay`: the past is shown.
   */
  readonly connection: 'connecting' | 'live' | 'paused' | 'hidden' | 'interrupted' | 'replay'
  /** The server that refreshed the area is gone, and another is about to. */
  readonly isTakingOver: boolean
  /** An ApiError: of the stream itself, or the service's failure reported by it. */
  readonly error: Error | null
  /** Null while the present is shown. */
  readonly replay: ReplayState | null
  /** Sweep now, also while paused; in a replay, repeat the failed load. */
  refresh(): void
}

/**
 * The past that is shown instead of the present. Times are the server's clock
 * then, also those of its area.
 */
export interface ReplayState {
  readonly atMs: number
  /** Why nothing, or nothing new, is known of that moment; null where there is a list. */
  readonly gap: RecordingGap | null
  readonly isPlaying: boolean
  /** Seconds of the past in one. */
  readonly speed: number
  readonly isLoading: boolean
  /** Nothing more is recorded yet. */
  readonly isAtEnd: boolean
  /** Counts jumps: lists from before one may lie in the future. */
  readonly jumps: number
}

/** Source of the list that components show: an area live, or its past. */
export interface LiveSource {
  /** @returns the unsubscription */
  readonly subscribe: (listener: () => void) => () => void
  /** The same object until something changes. */
  readonly getState: () => LiveState
}

/**
 * Metadata of the vehicles of a first sweep in progress: neither its outcome nor the server's clock
 * is known. `LiveState.progress` marks the area as incomplete.
 */
export function provisionalMeta(
  { about, failure, mtimeServes }: LiveProgress,
  loaded: number,
  arrivedAtMs: number,
): LiveMeta {
  return {
    fetchedAt: new Date(arrivedAtMs).toISOString(),
    ageMs: 0,
    failure,
    loaded,
    unseen: 0,
    about,
    incomplete: null,
    query: null,
    pages: 0,
    mtimeServes,
    dropped: 0,
    unreadable: 0,
    sweepMs: 0,
    intervalMs: INTERVALS_SECONDS[0] * 1000,
  }
}

/**
 * Whether an area holds the result so far of an unfinished first sweep; no
 * finished one has read 0 pages.
 */
export function isProvisional({ pages }: LiveMeta): boolean {
  return pages === 0
}
