import type { Position } from '@/lib/interface/resources'

/** Characters of a search text; longer ones are refused. */
export const SEARCH_TEXT_MAXIMUM = 200
/** Places and vehicles of one answer, each. */
export const FOUND_MAXIMUM = 8
/** Positions of one reverse look-up. */
export const NEAR_MAXIMUM = 100

export type PlaceKind = 'address' | 'street' | 'crossing' | 'place'

/** CITY_DIR, the demo city, or the geocoder of `GEOCODER_URL`. */
export type PlaceSource = 'city' | 'demo-city' | 'geocoder'

export interface FoundPlace {
  readonly kind: PlaceKind
  /** "18 de Julio 1234", "18 de Julio / Ejido", "Parque Rodó". */
  readonly name: string
  /** Part of the town, to tell places of one name apart: "Centro, Montevideo"; null: unknown. */
  readonly detail: string | null
  readonly position: Position
  readonly source: PlaceSource
  /**
   * The house numbers between which the position was interpolated; null
   * where the position is known.
   */
  readonly between: readonly [string, string] | null
  /**
   * The house number that was asked for, where it is not known: this is the
   * nearest that is, or the street.
   */
  readonly unknownNumber?: string | undefined
}

/** A vehicle whose own reference or plate holds the text. */
export interface FoundVehicle {
  readonly id: string
  readonly ourRef: string | null
  readonly licencePlate: string | null
}

/** A vehicle whose driver has the name or the number of the text. Personal data. */
export interface FoundDriver extends FoundVehicle {
  readonly name: string | null
  readonly phone: string | null
  /** When the record was read that names them; milliseconds since the epoch. */
  readonly readAtMs: number
}

/** Data of `POST /api/find/drivers`. */
export interface FoundDrivers {
  readonly vehicles: readonly FoundDriver[]
  /** Vehicles on the maps whose record was never read: their drivers are not known yet. */
  readonly unread: number
}

export interface FoundPlaces {
  /** Best first. */
  readonly places: readonly FoundPlace[]
  /** `none`: neither CITY_DIR nor demo city, or nothing in it has a name. */
  readonly index: 'ready' | 'building' | 'failed' | 'none'
  /** `none`: no GEOCODER_URL. */
  readonly geocoder: 'ready' | 'failed' | 'none'
}

/** Data of `POST /api/find`. */
export interface Found extends FoundPlaces {
  readonly vehicles: readonly FoundVehicle[]
}

/** The address or street nearest to a position. */
export interface NearPlace {
  /** "Av. Italia 2345", or a street alone. */
  readonly name: string
  readonly distanceMetres: number
}

/** Data of `POST /api/places/near`: in the order of the request; null where nothing is near. */
export interface NearPlaces {
  readonly near: readonly (NearPlace | null)[]
  readonly index: FoundPlaces['index']
}

/** OpenStreetMap's kinds of places that a map shows by a symbol, most important first. */
export const LANDMARK_KINDS = [
  'aerodrome',
  'station',
  'ferry_terminal',
  'bus_station',
  'halt',
  'hospital',
  'taxi',
] as const

export interface Landmark {
  readonly name: string
  readonly kind: (typeof LANDMARK_KINDS)[number]
  readonly position: Position
}

/** Landmarks of one answer: those of the largest metropolis. */
export const LANDMARKS_MAXIMUM = 5_000

/** Data of `GET /api/places/landmarks`: those of the city, most important first. */
export interface Landmarks {
  readonly landmarks: readonly Landmark[]
}
