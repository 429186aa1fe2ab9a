import { NumberList } from './number-list'

/** Roads between two crossings, as a source names them: one row in each array. */
export interface RoadList {
  readonly nodeCount: number
  readonly from: Uint32Array
  readonly to: Uint32Array
  readonly kmh: Uint8Array
  readonly isOneWay: Uint8Array
  /** Parking aisles, driveways and the like: driven, but no street of the wait map. */
  readonly isService: Uint8Array
  /** Index of `names`; 0 is no name. */
  readonly name: Uint32Array
  readonly names: readonly string[]
  /** Where a road's points begin; one more than there are roads. */
  readonly pointsFrom: Uint32Array
  /** Latitude and longitude in turn in millionths of a degree, both ends of each road included. */
  readonly points: Int32Array
}

export interface Road {
  readonly from: number
  readonly to: number
  readonly kmh: number
  readonly isOneWay: boolean
  readonly isService: boolean
  readonly name: string
}

/** Collects roads. */
export function createRoadList() {
  const from = new NumberList(new Uint32Array(1024))
  const to = new NumberList(new Uint32Array(1024))
  const kmh = new NumberList(new Uint8Array(1024))
  const isOneWay = new NumberList(new Uint8Array(1024))
  const isService = new NumberList(new Uint8Array(1024))
  const name = new NumberList(new Uint32Array(1024))
  const pointsFrom = new NumberList(new Uint32Array(1024))
  const points = new NumberList(new Int32Array(8192))
  const names = ['']
  const indexOfName = new Map([['', 0]])
  let firstPoint = 0

  function numberOf(text: string): number {
    const known = indexOfName.get(text)
    if (known !== undefined) return known
    indexOfName.set(text, names.length)
    return names.push(text) - 1
  }

  return {
    /** Points are those of the road that is added next. */
    addPoint(lat: number, lng: number): void {
      points.push(lat)
      points.push(lng)
    },
    add(road: Road): void {
      from.push(road.from)
      to.push(road.to)
      kmh.push(road.kmh)
      isOneWay.push(road.isOneWay ? 1 : 0)
      isService.push(road.isService ? 1 : 0)
      name.push(numberOf(road.name))
      pointsFrom.push(firstPoint)
      firstPoint = points.length / 2
    },
    done(nodeCount: number): RoadList {
      pointsFrom.push(firstPoint)
      return {
        nodeCount,
        from: from.done(),
        to: to.done(),
        kmh: kmh.done(),
        isOneWay: isOneWay.done(),
        isService: isService.done(),
        name: name.done(),
        names,
        pointsFrom: pointsFrom.done(),
        points: points.done(),
      }
    },
  }
}
