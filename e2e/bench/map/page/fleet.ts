import { randomFrom } from '@/e2e/support/statistics'
import type { Position } from '@/lib/interface/resources'

export type Distribution = 'uniform' | 'hot-spot'

/** Vehicles at one moment; `moved` are the indices whose position differs from the fleet before. */
export interface BenchFleet {
  readonly ids: readonly string[]
  readonly positions: readonly Position[]
  readonly moved: readonly number[]
}

export const CENTRE: Position = { lat: 51.509865, lng: -0.118092 }

/** Shows the whole fleet on a map of 1280 × 800. */
export const ZOOM = 12

// Degrees per pixel, approximately: 1280 pixels are 0.44° of longitude, 800 are 0.17° of latitude.
const LNG_PIXEL = 360 / (256 * 2 ** ZOOM)
const LAT_PIXEL = LNG_PIXEL * Math.cos((CENTRE.lat * Math.PI) / 180)

const HALF_WIDTH = 600
const HALF_HEIGHT = 360

/** Keeps other vehicles away from the witness, so that it is never clustered. */
const HOLE_PIXELS = 150

/** Moves with every refresh: its position on the screen proves that the refresh is drawn. */
export const WITNESS = 0

const WITNESS_PIXELS = 50
const HOT_SPOTS = 20
const HOT_SPOT_PIXELS = 25

/** A fleet whose first vehicle is left of the map's centre. */
export function createFleet(size: number, distribution: Distribution, seed = 1): BenchFleet {
  const random = randomFrom(seed)
  const spots = Array.from({ length: HOT_SPOTS }, () => somewhere(random))
  const positions = Array.from({ length: size }, () => {
    for (;;) {
      const [x, y] = distribution === 'uniform' ? somewhere(random) : near(spots, random)
      if (Math.hypot(x, y) > HOLE_PIXELS) return positionAt(x, y)
    }
  })
  positions[WITNESS] = positionAt(-WITNESS_PIXELS, 0)
  return { ids: positions.map((_, index) => `vehicle-${index}`), positions, moved: [] }
}

/** Moves a share of the fleet by some pixels, always including the witness. */
export function moveFleet(fleet: BenchFleet, share: number, seed: number): BenchFleet {
  const random = randomFrom(seed)
  const positions = [...fleet.positions]
  const moved: number[] = []
  positions.forEach(({ lat, lng }, index) => {
    if (index === WITNESS) {
      positions[index] = { lat, lng: 2 * CENTRE.lng - lng }
    } else {
      if (random() >= share) return
      positions[index] = {
        lat: lat + (random() - 0.5) * 12 * LAT_PIXEL,
        lng: lng + (random() - 0.5) * 12 * LNG_PIXEL,
      }
    }
    moved.push(index)
  })
  return { ids: fleet.ids, positions, moved }
}

function positionAt(x: number, y: number): Position {
  return { lat: CENTRE.lat - y * LAT_PIXEL, lng: CENTRE.lng + x * LNG_PIXEL }
}

function somewhere(random: () => number): readonly [number, number] {
  return [(random() * 2 - 1) * HALF_WIDTH, (random() * 2 - 1) * HALF_HEIGHT]
}

function near(
  spots: readonly (readonly [number, number])[],
  random: () => number,
): readonly [number, number] {
  const [x, y] = spots[Math.floor(random() * spots.length)] ?? [0, 0]
  // The sum of a few draws is nearly a bell curve.
  const bell = () => (random() + random() + random() + random() - 2) * 2 * HOT_SPOT_PIXELS
  return [x + bell(), y + bell()]
}
