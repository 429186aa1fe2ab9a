import type { Position } from '@/lib/interface/resources'
import type { WatchListName } from './watch-list'

/** The area that the desk watches: where the map begins, and comes back to. */
export interface HomeArea {
  /** Null: the desk has given none. */
  readonly name: string | null
  readonly position: Position
  /** Metres. */
  readonly radius: number
}

/** The home area in use. */
export interface Home {
  readonly home: HomeArea
  /** False: it is a default, which may be far from the vehicles. */
  readonly isHomeSet: boolean
}

/** A view of the map by a name. */
export interface SavedArea {
  readonly name: string
  /** The page's address without `?`: position, radius, type, filters and sort. */
  readonly query: string
}

export interface ListedArea extends SavedArea {
  /** `shared`: of the desk; `own`: of the signed-in operator. */
  readonly list: WatchListName
  /** The operator's name; null when the account is gone, or sign-in was disabled. */
  readonly savedBy: string | null
}

/** Longest name of the home area and of a saved one, in characters. */
export const LONGEST_AREA_NAME = 60
export const LONGEST_AREA_QUERY = 8_000
/** Saved areas of the desk, and of each operator. */
export const SAVED_AREAS_MAXIMUM = 200
