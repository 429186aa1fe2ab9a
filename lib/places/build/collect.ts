/** Contents of a source, by name, before it is an index. Positions in millionths of a degree. */
export interface Collection {
  /** @param points latitude and longitude in turn */
  addLine(name: string, points: readonly number[]): void
  addHouse(street: string, number: string | number, lat: number, lng: number): void
  addPlace(name: string, kind: number, lat: number, lng: number): void
}

export interface NamedLines {
  readonly lines: (readonly number[])[]
  /** Latitude and longitude in turn. */
  readonly houses: number[]
  /** Plain ones as numbers, which take less memory than texts. */
  readonly numbers: (string | number)[]
}

export interface NamedPlace {
  readonly name: string
  readonly kind: number
  readonly lat: number
  readonly lng: number
}

export interface Collected extends Collection {
  readonly streets: Map<string, NamedLines>
  readonly places: readonly NamedPlace[]
}

const LONGEST_NAME = 120
const LONGEST_NUMBER = 16
/** The same place in two tiles. */
const SAME_PLACE = 2000

export function createCollection(): Collected {
  const streets = new Map<string, NamedLines>()
  const places: NamedPlace[] = []
  const known = new Set<string>()
  const street = (name: string) => {
    const key = clean(name)
    const found = streets.get(key) ?? { lines: [], houses: [], numbers: [] }
    streets.set(key, found)
    return found
  }
  return {
    streets,
    places,
    addLine: (name, points) => void (clean(name) && points.length >= 4 && street(name).lines.push(points)),
    addHouse(name, number, lat, lng) {
      const text = typeof number === 'number' ? number : number.trim().slice(0, LONGEST_NUMBER)
      if (!clean(name) || (typeof text === 'string' && !/\d/.test(text))) return
      const { houses, numbers } = street(name)
      houses.push(lat, lng)
      numbers.push(text)
    },
    addPlace(text, kind, lat, lng) {
      const name = clean(text)
      const key = `${name} ${kind} ${Math.round(lat / SAME_PLACE)} ${Math.round(lng / SAME_PLACE)}`
      if (!name || known.has(key)) return
      known.add(key)
      places.push({ name, kind, lat, lng })
    },
  }
}

function clean(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
}
