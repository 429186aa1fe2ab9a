import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@/lib/reference/listen'
import { type TestCity, writeCity } from '@/lib/testing/maps/cities'
import { createPlainService } from '@/lib/testing/plain-service'
import { type StartedProcess, startForTest } from './dashboard'

export const SERVICES = ['plain', 'sparse'] as const
export type ServiceName = (typeof SERVICES)[number]

type Position = { lat: number; lng: number }

/** Search object as received. */
export type Row = { id: string; position: Position; status?: string }

/** Kerbside on one of the services, with roads and a recording. */
export interface OnService {
  readonly url: string
  readonly process: StartedProcess
  readonly centre: Position
  /** Of an area with a dozen vehicles or more, in metres, and a zoom at which it fills the map. */
  readonly radius: number
  readonly zoom: number
  /** Of the service itself. */
  readonly rows: readonly Row[]
}

const STANDING = { centre: { lat: 51.5, lng: -0.1 }, radius: 1000, zoom: 15 }

const KEY = 'plain-key'
const VEHICLES = 12

/** Vehicles fill this circle. */
const VEHICLES_METRES = 950

export function plainServices() {
  const started = new Map<ServiceName, Promise<OnService>>()
  const closing: (() => Promise<unknown>)[] = []

  async function start(name: ServiceName): Promise<OnService> {
    const { centre } = STANDING
    const folder = await mkdtemp(join(tmpdir(), 'kerbside-roads-'))
    await writeCity(folder, { roads: crossRoads(centre) })
    const handler = createPlainService({
      centre,
      vehicles: VEHICLES,
      radiusMetres: VEHICLES_METRES,
      isSparse: name === 'sparse',
      key: KEY,
    })
    const service = await serve(handler)
    const process = startForTest({
      KERBSIDE_AUTH: 'off',
      RECORDING_HOURS: '1',
      DIRECTORY_CALLS_PER_SECOND: '50',
      SERVICE_BASE_URL: service.url,
      SERVICE_API_KEY: KEY,
      CITY_DIR: folder,
    })
    closing.push(async () => {
      await process.stop()
      await service.close()
      await rm(folder, { recursive: true })
    })
    const query = `position=${centre.lat},${centre.lng}&radius=2000&limit=100&key=${KEY}`
    const answer = await fetch(`${service.url}/api/beta/vehicles?${query}`)
    return { ...STANDING, url: await process.url, process, rows: (await answer.json()).vehicles }
  }

  return {
    /** Starts it once for all tests of a worker. */
    open(name: ServiceName) {
      const known = started.get(name) ?? start(name)
      started.set(name, known)
      return known
    },
    async close() {
      await Promise.all(closing.map((close) => close()))
    },
  }
}

const METRES_PER_DEGREE = 111_195.08
/** Half of the length of each of the two roads. */
const ARM_METRES = 1000
const STREET_METRES = 200
const SPEED_KMH = 5
const OFF_ROAD_METRES = 200
const crossOffsets = Array.from(
  { length: (2 * ARM_METRES) / STREET_METRES + 1 },
  (_, n) => n * STREET_METRES - ARM_METRES,
)

/** Long Road to the east and west of the centre, High Street to the north and south, cut into streets. */
function crossRoads(centre: Position): TestCity['roads'] {
  const names = ['Long Road', 'High Street']
  const places = names.flatMap((_, road) =>
    crossOffsets.map((metres) => (road === 0 ? { east: metres, north: 0 } : { east: 0, north: metres })),
  )
  const middle = crossOffsets.indexOf(0)
  const nodes = places.flatMap((place) => {
    const { lat, lng } = beside(centre, place)
    return [Math.round(lat * 1e6), Math.round(lng * 1e6)]
  })
  const numberOf = (road: number, at: number) => (at === middle ? middle : road * crossOffsets.length + at)
  const edges = names.flatMap((_, road) =>
    crossOffsets.slice(1).map((_metres, at) => {
      const ends = [numberOf(road, at), numberOf(road, at + 1)] as const
      return [...ends, 0, road, SPEED_KMH, 0, []] as const
    }),
  )
  const differences = nodes.map((value, n) => value - (nodes[n - 2] ?? 0))
  return { nodes: differences, names, classes: ['residential'], edges }
}

/** A place on the cross of roads, in metres from its centre; one of the two is 0. */
export type CrossPlace = { east: number; north: number }

/** @returns null: too far from both roads */
export function onCross(centre: Position, { lat, lng }: Position): CrossPlace | null {
  const north = (lat - centre.lat) * METRES_PER_DEGREE
  const east = (lng - centre.lng) * METRES_PER_DEGREE * Math.cos((centre.lat * Math.PI) / 180)
  const [toLongRoad, toHighStreet] = [Math.abs(north), Math.abs(east)]
  if (Math.min(toLongRoad, toHighStreet) >= OFF_ROAD_METRES) return null
  return toLongRoad < toHighStreet ? { east, north: 0 } : { east: 0, north }
}

/** The position that far from the centre. */
export function beside({ lat, lng }: Position, { east, north }: CrossPlace): Position {
  const shrink = Math.cos((lat * Math.PI) / 180)
  return { lat: lat + north / METRES_PER_DEGREE, lng: lng + east / METRES_PER_DEGREE / shrink }
}

/**
 * Seconds along the cross of roads, where every way that changes the road leads over the centre: one second for it, and
 * three for a turn. The centre itself is the end of the road from the west.
 */
export function crossSeconds(one: CrossPlace, other: CrossPlace): number {
  const isTurn = (one.north === 0) !== (other.north === 0)
  const isAcross = one.east + one.north > 0 !== other.east + other.north > 0
  return crossMetres(one, other) / (SPEED_KMH / 3.6) + (isTurn ? 4 : isAcross ? 1 : 0)
}

export function crossMetres(one: CrossPlace, other: CrossPlace): number {
  return Math.abs(one.east - other.east) + Math.abs(one.north - other.north)
}
