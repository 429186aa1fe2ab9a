import { METRES_PER_DEGREE, type Position, toRadians, wrapLng } from '@/lib/reference/geo'
import { hash, pick, unit } from '@/lib/reference/hash'
import { createDemoMotion, TERRITORY_METRES } from './demo-motion'
import { BLOCK_METRES, createStreets, type Offset } from './streets'
import { type Doing, homeOffset, type Town } from './town'

const streetNames = [
  ...['Lantern Street', 'Cooper’s Row', 'Mill Lane', 'Orchard Road', 'Quayside', 'Tanner Street'],
  ...['Weaver’s Yard', 'Chapel Hill', 'Rope Walk', 'Foundry Lane', 'Larch Avenue', 'Priory Gardens'],
] as [string, ...string[]]

/** An invented town on a lattice of streets, for any place on Earth. */
export function createLatticeTown(centre: Position, size: number, seed: number): Town {
  const streets = createStreets(seed)
  const [columns, rows] = [new Int32Array(size), new Int32Array(size)]
  const motionAt = createDemoMotion(seed, streets, columns, rows)
  const doing: Doing = { position: { lat: 0, lng: 0 }, trip: 0, isDriving: false, beganAt: 0, arrivesAt: 0 }
  const offset: Offset = { east: 0, north: 0 }
  const point: Position = { lat: 0, lng: 0 }
  const metresPerDegreeLng = METRES_PER_DEGREE * Math.cos(toRadians(centre.lat))
  for (let index = 0; index < size; index++) {
    const home = homeOffset(size, [unit(seed, index, 1), unit(seed, index, 2), unit(seed, index, 3)])
    columns[index] = Math.round(home.east / BLOCK_METRES)
    rows[index] = Math.round(home.north / BLOCK_METRES)
  }

  function toPosition({ east, north }: Offset, out: Position): void {
    out.lat = Math.round((centre.lat + north / METRES_PER_DEGREE) * 1e6) / 1e6
    out.lng = Math.round(wrapLng(centre.lng + east / metresPerDegreeLng) * 1e6) / 1e6
  }

  function home(index: number, out: Position): void {
    offset.east = streets.avenue(columns[index]!)
    offset.north = streets.street(rows[index]!)
    streets.turn(offset)
    toPosition(offset, out)
  }

  return {
    name: 'lattice',
    centre,
    home,
    parking: home,
    reachMetres(index) {
      home(index, point)
      // Scales east and west to the latitude.
      const stretch = Math.cos(toRadians(point.lat)) / Math.cos(toRadians(centre.lat))
      return TERRITORY_METRES * Math.max(1, stretch) * 1.005
    },
    addressAt(index, trip) {
      const bits = hash(seed + 23, index, trip)
      return `${1 + ((bits >>> 8) % 120)} ${pick(streetNames, bits)}`
    },
    doingAt(index, seconds) {
      const motion = motionAt(index, seconds)
      toPosition(motion.offset, doing.position)
      doing.trip = motion.trip
      doing.isDriving = motion.isDriving
      doing.beganAt = motion.beganAt
      doing.arrivesAt = motion.arrivesAt
      return doing
    },
  }
}
