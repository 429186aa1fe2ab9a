import { METRES_PER_DEGREE, type Position, toRadians, wrapLng } from '@/lib/reference/geo'
import { hash, pick, unit } from '@/lib/reference/hash'
import { progressOf, tripAt } from './driving'
import {
  BLOCK_METRES,
  createStreets,
  type Offset,
  pointAlong,
  type Staircase,
  staircaseMetres,
} from './streets'
import { homeOffset, type Town } from './town'

const streetNames = [
  'Lantern Street',
  'Cooper’s Row',
  'Mill Lane',
  'Orchard Road',
  'Quayside',
  'Tanner Street',
  'Weaver’s Yard',
  'Chapel Hill',
  'Rope Walk',
  'Foundry Lane',
  'Larch Avenue',
  'Priory Gardens',
] as [string, ...string[]]

/** Streets from home at most, each way. */
const SPAN = 5
/** The furthest corner of that, with the lattice's irregularity; see streets.ts. */
const TERRITORY_METRES = Math.SQRT2 * (SPAN + 0.6) * BLOCK_METRES
/**
 * Metres per second; longer trips are driven faster, which the territory's
 * span keeps below the fastest.
 */
const SLOWEST = 15 / 3.6
const FASTEST = 45 / 3.6

/**
 * An invented town on a lattice of streets, for any place on Earth: from crossing to
 * crossing, with a wait at each.
 */
export function createLatticeTown(centre: Position, size: number, seed: number): Town {
  const streets = createStreets(seed)
  const columns = new Int32Array(size)
  const rows = new Int32Array(size)
  const way: Staircase = { fromEast: 0, fromNorth: 0, turnEast: 0, toEast: 0, toNorth: 0 }
  const offset: Offset = { east: 0, north: 0 }
  const position: Position = { lat: 0, lng: 0 }
  const metresPerDegreeLng = METRES_PER_DEGREE * Math.cos(toRadians(centre.lat))
  for (let index = 0; index < size; index++) {
    const home = homeOffset(size, [
      unit(seed, index, 1),
      unit(seed, index, 2),
      unit(seed, index, 3),
    ])
    columns[index] = Math.round(home.east / BLOCK_METRES)
    rows[index] = Math.round(home.north / BLOCK_METRES)
  }

  /** Writes the place of `offset`. */
  function place(out: Position): void {
    streets.turn(offset)
    out.lat = Math.round((centre.lat + offset.north / METRES_PER_DEGREE) * 1e6) / 1e6
    out.lng = Math.round(wrapLng(centre.lng + offset.east / metresPerDegreeLng) * 1e6) / 1e6
  }

  function home(index: number, out: Position): void {
    offset.east = streets.avenue(columns[index]!)
    offset.north = streets.street(rows[index]!)
    place(out)
  }

  /** Crossing where a trip begins, and the one before it ends; from the two halves of a hash. */
  function stopOf(index: number, trip: number) {
    const bits = hash(seed + 22, index, trip)
    const steps = (half: number) => (half % (2 * SPAN + 1)) - SPAN
    return {
      column: columns[index]! + steps(bits & 0xffff),
      row: rows[index]! + steps(bits >>> 16),
    }
  }

  return {
    name: 'lattice',
    home,
    parking: home,
    reachMetres(index) {
      home(index, position)
      // Scales east and west to the latitude.
      const stretch = Math.cos(toRadians(position.lat)) / Math.cos(toRadians(centre.lat))
      return TERRITORY_METRES * Math.max(1, stretch) * 1.005
    },
    addressAt(index, trip) {
      const bits = hash(seed + 23, index, trip)
      return `${1 + ((bits >>> 8) % 120)} ${pick(streetNames, bits)}`
    },
    doingAt(index, seconds) {
      const trip = tripAt(seed, index, seconds)
      const { number, beganAt, luck } = trip
      const from = stopOf(index, number)
      const to = stopOf(index, number + 1)
      way.fromEast = streets.avenue(from.column)
      way.turnEast = streets.avenue(
        from.column + Math.round((to.column - from.column) * ((luck & 255) / 255)),
      )
      way.toEast = streets.avenue(to.column)
      way.fromNorth = streets.street(from.row)
      way.toNorth = streets.street(to.row)
      const speed = SLOWEST + ((luck >>> 14) / 0x4_0000) * (FASTEST - SLOWEST)
      const { driven, ...times } = progressOf(trip, staircaseMetres(way), speed)
      pointAlong(way, driven, offset)
      place(position)
      return { position, trip: number, beganAt, ...times }
    },
  }
}
