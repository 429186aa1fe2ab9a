import type { MapArchiveState } from '@/lib/api/contract/answers'
import type { ZoneColour, ZoneShape } from '@/lib/api/contract/zones'
import type { Position } from '@/lib/interface/resources'
import { VehicleTable } from '@/lib/vehicles/vehicle-table'

/** The vehicles on the map. Immutable; a refresh brings another one. */
export interface MapVehicles {
  readonly table: VehicleTable
  /**
   * By slot: when a vehicle last reported, milliseconds since the epoch; NaN where that is
   * not known: it does not fade.
   */
  readonly reportedAtMs: Float64Array
  /** By slot: degrees clockwise from north; NaN when unknown. */
  readonly headings: Float32Array
  /**
   * Slots of the vehicles that pass the filters, in drawing order; including
   * those without a position.
   */
  readonly shown: Uint32Array
  /** Slots of watched vehicles, which have a star and are in no cluster. */
  readonly starred?: readonly number[]
  /**
   * When the newest answer arrived: on the server's clock, and the same moment on this browser's.
   */
  readonly fetchedAtMs: number
  readonly receivedAtMs: number
  /** In a replay: the moment shown, instead of now. */
  readonly shownAtMs?: number | null
}

/** Before the first vehicles are loaded. */
export const noVehicles: MapVehicles = {
  table: new VehicleTable(),
  reportedAtMs: new Float64Array(0),
  headings: new Float32Array(0),
  shown: new Uint32Array(0),
  fetchedAtMs: 0,
  receivedAtMs: 0,
}

/** How vehicles are set off from each other, by slot. */
export interface Emphasis {
  /** Drawn with their number, from 1, and in no cluster. */
  readonly numbered: readonly number[]
  /** 1: drawn faintly. */
  readonly dimmed: Uint8Array
}

/**
 * A departed vehicle at its last position, drawn as an outline: it left the results, or its
 * position became unreadable.
 */
export interface DepartedOnMap {
  readonly id: string
  readonly status: string | null
  readonly position: Position
}

export interface View {
  readonly position: Position
  readonly zoom: number
}

/** A position brought into view, at the same zoom. */
export interface Revealed {
  readonly position: Position
  readonly kind: 'vehicle' | 'pickup'
}

export type Covers = () => Iterable<Element>

export interface Circle {
  readonly position: Position
  /** Metres. */
  readonly radius: number
}

export interface TileSource {
  /** With {z}, {x} and {y}. */
  readonly url: string
  /** Plain text. */
  readonly attribution: string
  /** The map file behind the url; null with a tile server. */
  readonly archive: MapArchiveState | null
}

/** A way along roads: latitude and longitude in degrees. */
export type RoadLine = readonly (readonly [lat: number, lng: number])[]

/**
 * Streets between two crossings: latitude and longitude in turn, in millionths of a degree, the
 * first pair absolute, the others differences to the one before.
 */
export type Streets = readonly (readonly number[])[]

/** Streets, and of each its index of `STREET_CLASSES` and of `WAIT_STEPS`. */
export interface MapWaits {
  readonly streets: Streets
  readonly classes: readonly number[]
  readonly steps: Uint8Array
}

export interface MapPoint {
  readonly position: Position
  readonly label: string
  /** `last`: the last known position of a vehicle. */
  readonly kind: 'vehicle' | 'last' | 'from' | 'to' | 'stop' | 'end'
  /** Of a vehicle, which is drawn as on the live map. */
  readonly status?: string | null
  /** Of a stop. */
  readonly number?: number
}

/** A zone that is drawn on the map, or changed. */
export interface ZoneDrawing {
  /** `change`: the points of a shape are moved. */
  readonly mode: 'polygon' | 'circle' | 'change'
  /** To change; null for a new one. */
  readonly shape: ZoneShape | null
  readonly colour: ZoneColour
  /** Called with a new shape once, and after each change of one. */
  readonly onShape: (shape: ZoneShape) => void
}

/** A straight line on a journey map. */
export interface Journey {
  readonly id: number
  readonly from: Position
  readonly to: Position
}

/** A menu that was asked for on the map. */
export interface MapMenu {
  /** In pixels of the window. */
  readonly x: number
  readonly y: number
  /** Null for a place without a vehicle. */
  readonly id: string | null
  readonly position: Position
}
