import { METRES_PER_DEGREE, type Position, toRadians } from '@/lib/reference/geo'

/** House numbers as stored: see lib/city/demo/README.md. */
export interface StoredAddresses {
  readonly streets: readonly (readonly [name: string, numbers: readonly (number | string)[]])[]
}

/** House number of a street nearest to a position; empty where none is near. */
export type NumberNear = (street: string, position: Position) => string

const NEAR_METRES = 60
const UNIT = 1e-5

export function createHouseNumbers({ streets }: StoredAddresses): NumberNear {
  // As text, which takes a third of the memory; addresses are asked for rarely.
  const byName = new Map(streets.map(([name, numbers]) => [name, JSON.stringify(numbers)]))
  return (street, position) => {
    const numbers: (number | string)[] = JSON.parse(byName.get(street) ?? '[]')
    const stretch = Math.cos(toRadians(position.lat))
    let value = 0
    let lat = 0
    let lng = 0
    let nearest = NEAR_METRES
    let number = ''
    for (let n = 0; n < numbers.length; n += 3) {
      const stored = numbers[n]!
      value = typeof stored === 'number' ? value + stored : Number.parseInt(stored, 10) || 0
      lat += numbers[n + 1] as number
      lng += numbers[n + 2] as number
      const north = (lat * UNIT - position.lat) * METRES_PER_DEGREE
      const east = (lng * UNIT - position.lng) * METRES_PER_DEGREE * stretch
      const metres = Math.hypot(north, east)
      if (metres >= nearest) continue
      nearest = metres
      number = typeof stored === 'number' ? String(value) : stored
    }
    return number
  }
}
