import type { Alerts } from '@/lib/alerts/alerts'
import type { Clock } from '@/lib/app/clock'
import type { Access } from '@/lib/auth/access'
import type { Auth } from '@/lib/auth/compose'
import type { Roads } from '@/lib/city/roads/roads'
import type { MapArchive } from '@/lib/city/tiles/archive'
import type { Desk } from '@/lib/desk/desk'
import type { StatusReadings } from '@/lib/fleet/status-readings/status-readings'
import type { WatchList } from '@/lib/fleet/watch-list/watch-list'
import type { Position, VehicleSearchObject } from '@/lib/interface/resources'
import type { LiveAreas } from '@/lib/live/areas'
import type { Recordings } from '@/lib/recording/stored-recordings'
import type { Upstream } from '@/lib/upstream/compose'
import type { Webhooks } from '@/lib/webhooks/webhooks'
import type { Board } from '@/lib/zones/zone-board'
import type { Zones } from '@/lib/zones/zones'
import type { StatusTimes } from './contract/answers'
import type { Home } from './contract/desk'
import type { DirectoryEntry, VehicleTimes } from './contract/live'
import type {
  FoundDrivers,
  FoundPlaces,
  FoundVehicle,
  Landmark,
  NearPlaces,
} from './contract/places'
import type { RecordingFailure } from './contract/recording'
import type { VehiclesByWebhook } from './contract/webhooks'
import type { Topics } from './topics'

/** A call ends with its request, and counts in the share of the operator or the network. */
export interface Call {
  readonly signal: AbortSignal
  readonly owner: string
}

/** Places by typed text, and places near positions. */
export interface PlaceSearch {
  findPlaces(text: string, near: Position | null, caller: Call): Promise<FoundPlaces>
  near(positions: readonly Position[], caller: Call): Promise<NearPlaces>
  /** Of the city, most important first; null where it has none, or could not be read. */
  landmarks(caller: Call): Promise<readonly Landmark[] | null>
}

export interface PlaceAndVehicleSearch extends PlaceSearch {
  findVehicles(text: string): Promise<readonly FoundVehicle[]>
  findDrivers(text: string): Promise<FoundDrivers>
}

type MapTiles = Pick<MapArchive, 'version' | 'contentType' | 'contentEncoding' | 'tile'>

/**
 * Parts behind the routes. Each is opened on first use, and a failed opening
 * is retried by the next use.
 */
export interface Parts {
  readonly clock: Clock
  /** Of Kerbside: `1.2.3`. */
  readonly version: string
  newRequestId?(): string
  /** Called with an error of no known problem kind. */
  onFault(requestId: string, message: string): void
  access(): Promise<Access>
  /** Null where sign-in is disabled. */
  auth(): Promise<Auth | null>
  /** Removes texts that no role sees from the JSON of an answer. */
  withhold(json: string): Promise<string>
  upstream(): Promise<Pick<Upstream, 'shared' | 'state' | 'observations'>>
  /**
   * Why sign-ins fail now; null while they work, or sign-in is disabled. Rejects
   * before the database was opened.
   */
  signInFailure(): Promise<string | null>
  /** Known times of a vehicle whose status was read. @param atMs when */
  timesOf(status: VehicleSearchObject, atMs: number): Promise<StatusTimes | undefined>
  reportTimes(): Promise<VehicleTimes>
  namesOf(vehicleId: string): Promise<DirectoryEntry | null>
  live(): Promise<LiveAreas>
  readonly topics: Topics
  watchList(): Promise<WatchList>
  statusReadings(): Promise<StatusReadings>
  desk(): Promise<Desk>
  alerts(): Promise<Alerts>
  home(): Promise<Home>
  zones(): Promise<Zones>
  zoneBoard(): Promise<Board>
  roads(): Promise<Roads>
  places(): Promise<PlaceAndVehicleSearch>
  mapArchive(): Promise<MapTiles | null>
  recordings(): Promise<Recordings>
  recordingFailure(): Promise<RecordingFailure | null>
  webhooks(): Promise<Webhooks>
  /** By which senders reach Kerbside: `https://kerbside.example`. */
  originOf(request: Request): string
  vehiclesByWebhook(request: Request): Promise<VehiclesByWebhook>
  bookingRetentionDays(): number
}
