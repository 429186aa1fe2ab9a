import type { NamedLines } from './collect'

/** One street: lines and houses of the same name without a wide gap between them. */
export interface Street {
  readonly lines: (readonly number[])[]
  readonly houses: number[]
  readonly numbers: NamedLines['numbers']
}

/** Millionths of a degree: about 600 m; pieces in squares that touch are of one street. */
const SQUARE = 5500

/** Separates streets of the same name in different towns. */
export function separateStreets({ lines, houses, numbers }: NamedLines): Street[] {
  const parents: number[] = []
  const squares = new Map<number, number>()
  const rootOf = (group: number): number => {
    let root = group
    while (parents[root] !== root) root = parents[root] = parents[parents[root]!]!
    return root
  }
  const place = (lat: number, lng: number, group: number | null): number => {
    const [row, column] = [Math.floor(lat / SQUARE), Math.floor(lng / SQUARE)]
    const key = keyOf(row, column)
    const known = squares.get(key)
    if (known !== undefined && group === null) return known
    const own = group ?? parents.push(parents.length) - 1
    if (known === undefined) squares.set(key, own)
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const other = squares.get(keyOf(row + dy, column + dx))
        if (other !== undefined) parents[rootOf(other)] = rootOf(own)
      }
    }
    return own
  }
  const ofLines = lines.map((points) => {
    const group = parents.push(parents.length) - 1
    for (let n = 0; n < points.length; n += 2) {
      const [lat, lng] = [points[n]!, points[n + 1]!]
      const [fromLat, fromLng] = n === 0 ? [lat, lng] : [points[n - 2]!, points[n - 1]!]
      const steps = Math.max(
        1,
        Math.ceil(Math.max(Math.abs(lat - fromLat), Math.abs(lng - fromLng)) / SQUARE),
      )
      for (let step = 1; step <= steps; step++)
        place(fromLat + ((lat - fromLat) * step) / steps, fromLng + ((lng - fromLng) * step) / steps, group)
    }
    return group
  })
  const ofHouses = Uint32Array.from(numbers, (_, n) => place(houses[n * 2]!, houses[n * 2 + 1]!, null))
  // Most names: no copy of a city's houses.
  if (parents.every((_, group) => rootOf(group) === rootOf(0))) return [{ lines, houses, numbers }]
  const streets = new Map<number, Street>()
  const streetOf = (group: number) => {
    const root = rootOf(group)
    const street = streets.get(root) ?? { lines: [], houses: [], numbers: [] }
    streets.set(root, street)
    return street
  }
  lines.forEach((line, n) => {
    streetOf(ofLines[n]!).lines.push(line)
  })
  numbers.forEach((number, n) => {
    const street = streetOf(ofHouses[n]!)
    street.houses.push(houses[n * 2]!, houses[n * 2 + 1]!)
    street.numbers.push(number)
  })
  return [...streets.values()]
}

function keyOf(row: number, column: number): number {
  return row * 100_000 + column
}
