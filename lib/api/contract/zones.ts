import type { Position } from '@/lib/interface/resources'
import type { DirectoryEntry, StatusSince } from './live'

export const ZONE_COLOURS = ['blue', 'orange', 'green', 'purple', 'red', 'brown'] as const
export type ZoneColour = (typeof ZONE_COLOURS)[number]

export interface PolygonShape {
  readonly kind: 'polygon'
  /** Corners in order; the last one is joined to the first. */
  readonly points: readonly Position[]
}

export interface CircleShape {
  readonly kind: 'circle'
  readonly centre: Position
  /** Metres. */
  readonly radius: number
}

export type ZoneShape = PolygonShape | CircleShape

/** All of a zone but its shape. */
export interface ZoneFacts {
  readonly name: string
  readonly colour: ZoneColour
  /** Free vehicles below which it is short of them; null for no limit. */
  readonly fewestFree: number | null
  /** Free vehicles above which it has too many; null for no limit. */
  readonly mostFree: number | null
}

export interface NewZone extends ZoneFacts {
  readonly shape: ZoneShape
}

/** A part of the desk's region by its name. */
export interface Zone extends NewZone {
  /** Stays while the zone is renamed or redrawn. */
  readonly id: string
}

/** A zone to be saved; a new one has no id yet. */
export interface ZoneToSave extends NewZone {
  readonly id: string | null
}

export interface ZoneList {
  /** Grows with each change; a change names the version that it was made of. */
  readonly version: number
  /** Of zones that overlap, the first one has the vehicle. */
  readonly zones: readonly Zone[]
}

/** A free vehicle of a zone. */
export interface WaitingVehicle {
  readonly id: string
  readonly position: Position
  readonly directory: DirectoryEntry | null
  /** Null where the server has not seen how long it has been free. */
  readonly freeSince: StatusSince | null
}

/** How much of a zone was read: it may reach beyond the watched area, or that was cut short. */
export type ZoneReading = 'whole' | 'part' | 'none'

export interface ZoneCounts {
  readonly id: string
  readonly reading: ZoneReading
  readonly free: number
  readonly busy: number
  /** Busy ones that end here within ten minutes by road; null where that is not known. */
  readonly soonFree: number | null
  readonly reserved: number
  /** Off duty or out of service. */
  readonly off: number
  /** Without a status, or with one whose meaning is not known. */
  readonly unknown: number
  /** Free vehicles, the longest waiting first; at most WAITING_MAXIMUM. */
  readonly waiting: readonly WaitingVehicle[]
}

export interface ZoneBoard {
  /** Age of the counted list; null where no area is watched. */
  readonly ageMs: number | null
  /** Server time, to which `freeSince` refers. */
  readonly nowMs: number
  /** In the order of the zones. */
  readonly zones: readonly ZoneCounts[]
}

export const ZONES_MAXIMUM = 200
/** Corners of one polygon. */
export const ZONE_POINTS_MAXIMUM = 200
/** UTF-16 units, as `length` and text fields count them. */
export const LONGEST_ZONE_NAME = 60
/** Largest limit of free vehicles. */
export const LARGEST_ZONE_LIMIT = 10_000
/** Metres. */
export const SMALLEST_ZONE_RADIUS = 10
export const LARGEST_ZONE_RADIUS = 200_000
export const WAITING_MAXIMUM = 10
