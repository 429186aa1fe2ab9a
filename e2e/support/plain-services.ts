import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { distanceMetres } from '@/lib/interface/geometry'
import { serve } from '@/lib/reference/listen'
import { type TestCity, writeCity } from '@/lib/testing/maps/cities'
import { createPlainService } from '@/lib/testing/plain-service'
import { type StartedProcess, startForTest } from './dashboard'

/**
 * `random` answers each page in an order of its own, so that a sweep of
 * several pages lacks vehicles.
 */
export const SERVICES = ['plain', 'sparse', 'random'] as const
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
  /** Of the service itself, the nearest first. */
  readonly rows: readonly Row[]
}

const STANDING = { centre: { lat: 51.5, lng: -0.1 }, radius: 1000, zoom: 15 }

const KEY = 'plain-key'
const VEHICLES = 12

/** Of `random`: three pages. */
const PAGE_SIZE = '5'

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
      pages: name === 'random' ? 'random' : 'frozen',
    })
    const service = await serve(handler)
    const process = startForTest({
      KERBSIDE_AUTH: 'off',
      RECORDING_HOURS: '1',
      DIRECTORY_CALLS_PER_SECOND: '50',
      SERVICE_BASE_URL: service.url,
      SERVICE_API_KEY: KEY,
      CITY_DIR: folder,
      ...(name === 'random' ? { LIVE_PAGE_SIZE: PAGE_SIZE } : {}),
    })
    closing.push(async () => {
      await process.stop()
      await service.close()
      await rm(folder, { recursive: true })
    })
    const query = `position=${centre.lat},${centre.lng}&radius=2000&limit=100&key=${KEY}`
    const answer = await fetch(`${service.url}/api/beta/vehicles?${query}`)
    const { vehicles }: { vehicles: Row[] } = await answer.json()
    const metres = ({ position }: Row) => distanceMetres(centre, position)
    const rows = vehicles.toSorted((a, b) => metres(a) - metres(b))
    return { ...STANDING, url: await process.url, process, rows }
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

/** 200 m at the centre, in millionths of a degree. */
const NORTH = 1799
const EAST = 2889
const STREETS = 10
const SPEED_KMH = 5

/**
 * Long Road from west to east and High Street from south to north, 2 km each,
 * which meet in the middle.
 */
function crossRoads({ lat, lng }: Position): TestCity['roads'] {
  const centreLat = lat * 1e6
  const centreLng = lng * 1e6
  const ofRoad = (north: number, east: number) =>
    Array.from({ length: STREETS }, () => [north, east]).flat()
  // Each from the one before.
  const nodes = [
    ...[centreLat, centreLng - 5 * EAST, ...ofRoad(0, EAST)],
    ...[-5 * NORTH, -5 * EAST, ...ofRoad(NORTH, 0)],
  ]
  // The middle of both roads is the sixth node.
  const numberOf = (node: number) => (node === 16 ? 5 : node)
  const edges = [0, 11].flatMap((first, road) =>
    Array.from({ length: STREETS }, (_, n) => {
      const ends = [numberOf(first + n), numberOf(first + n + 1)] as const
      return [...ends, 0, road, SPEED_KMH, 0, []] as const
    }),
  )
  return { nodes, names: ['Long Road', 'High Street'], classes: ['residential'], edges }
}
