import type { ObservedGapName } from '@/lib/interface/gaps'
import type { Inspected, VehicleSearchObject } from '@/lib/interface/resources'
import type { HomeArea } from './desk'
import type { DirectoryEntry, StatusSince, VehicleTimes } from './live'
import type { ProblemKind } from './problems'
import type { RecordingFailure } from './recording'

export interface AnswerMeta {
  /** Arrival of the service's answer; ISO 8601, this server's clock. */
  readonly fetchedAt: string
  /** Age of the data when this answer was sent, on this server's clock. */
  readonly ageMs: number
  /** An older answer, because the service could not be called; `reason` is the problem. */
  readonly stale: boolean
  readonly reason: ProblemKind | null
  /** The service has more than this shows. */
  readonly partial: boolean
  /** Number of unreadable rows, which are left out. */
  readonly dropped: number
  readonly requestId: string
}

export interface Answer<T> {
  readonly data: T
  readonly meta: AnswerMeta
}

/** The status of a vehicle, with what Kerbside knows of its times. */
export type StatusAnswer = Inspected<VehicleSearchObject> & { readonly times?: StatusTimes }

/** With the names of the vehicle, as far as its record was read. */
export interface StatusTimes extends VehicleTimes {
  readonly changedSince?: StatusSince | null
  readonly standsSince?: StatusSince | null
  readonly directory?: DirectoryEntry | null
}

/** A map file that Kerbside serves itself. */
export interface MapArchiveState {
  /** `vector`: drawn by the browser. `raster`: pictures. */
  readonly kind: 'vector' | 'raster'
  readonly minZoom: number
  readonly maxZoom: number
  /** Whether it has points of interest: stations, hospitals, taxi ranks. */
  readonly hasPoints: boolean
  /** In degrees. */
  readonly bounds: Readonly<Record<'west' | 'south' | 'east' | 'north', number>>
}

/** State of the service and start values of the map. Never the key. */
export interface ServiceState {
  /** Another one where something of the state is, but for `lastSuccessAt`. */
  readonly version: string
  readonly upstream: {
    /** `reference`: demo data from the embedded reference service. */
    readonly kind: 'reference' | 'configured'
    /** Null with the embedded reference service, which has no address. */
    readonly baseUrl: string | null
    /** Null until the first call. */
    readonly lastSuccessAt: string | null
    /** Failure of the last call; null after a success and before the first call. */
    readonly failure: ProblemKind | null
  }
  readonly map: {
    /** Area of a map without a position in its address. */
    readonly home: HomeArea
    /** False: home is a default, which may be far from the vehicles. */
    readonly isHomeSet: boolean
    readonly tileUrl: string
    /** Plain text. */
    readonly tileAttribution: string
    /** The map file behind tileUrl; null with a tile server. */
    readonly archive: MapArchiveState | null
    /** Whether addresses can be searched: of the map, or by a geocoder. */
    readonly hasAddresses: boolean
  }
  /** Age of the last report from which a vehicle is not suitable for a pick-up; 0 accepts any. */
  readonly pickupMaxAgeMinutes: number
  /** Whether records of watched vehicles are read in the background, for their call signs. */
  readonly readsCallSigns: boolean
  /** Age at which recordings of watched areas are deleted; 0: nothing is recorded. */
  readonly recordingHours: number
  /** Why this server does not record all areas now; null while it does, and for viewers. */
  readonly recordingFailure: RecordingFailure | null
  /** Pictures are shown from these hosts only. */
  readonly imageHosts: readonly string[]
}

export interface ObservedAnswer {
  /** A key word of the service, or a form in our words; never a personal value. */
  readonly value: string
  readonly kind: 'word' | 'form'
  readonly count: number
  /** ISO 8601, the server's clock. */
  readonly firstSeenAt: string
  readonly lastSeenAt: string
}

export interface ObservedGap {
  readonly answers: readonly ObservedAnswer[]
  /** Number of other answers after the list was full. */
  readonly more: number
}

/** Answers are quick up to this average of about ten, and slow beyond the other one. */
export const QUICK_ANSWER_MS = 1_000
export const SLOW_ANSWER_MS = 2_000

/** Status of an answer, or what came instead of a quick one. */
export type SlowdownCause = number | 'upstream-timeout' | 'upstream-unreachable' | 'slow'

/** Calls per second that this node makes at most, half of them for live areas. */
export interface PaceState {
  readonly perSecond: number
  readonly maximum: number
  /** Average of about the last ten answers; 0 where none came since the last reduction. */
  readonly averageMs: number
  readonly lastReduction: {
    readonly cause: SlowdownCause
    readonly from: number
    readonly to: number
    /** ISO 8601. */
    readonly at: string
  } | null
}

/** The last complete reading of a search, or the one under way where none was completed. */
export interface ObservedSearch {
  /** Parameters as sent, without the cursor. */
  readonly asked: string
  /**
   * The service's echo of the first page's query, or the form of another answer, such as `absent`.
   */
  readonly query: string
  readonly total: string
  readonly vehicles: number
  readonly pages: number
  readonly isComplete: boolean
  /** ISO 8601. */
  readonly startedAt: string
  /** From the first call to the last answer. */
  readonly durationMs: number
}

/** Observed answers since this server started. */
export interface ObservedGaps {
  /** ISO 8601. */
  readonly since: string
  readonly gaps: Readonly<Record<ObservedGapName, ObservedGap>>
}

export interface ObservedAnswers extends ObservedGaps {
  /** Newest first. Viewers do not get them: they contain places. */
  readonly searches: readonly ObservedSearch[]
}

export interface Observations extends ObservedAnswers {
  /** Null for demo data, which are asked without a limit. */
  readonly pace: PaceState | null
}

/** Address of the client. lib/server sets it over whatever was sent. */
export const CLIENT_IP_HEADER = 'x-kerbside-address'

export const REQUEST_ID_HEADER = 'x-request-id'
