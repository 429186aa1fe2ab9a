import KDBush from 'kdbush'
import { progressOf, tripAt } from '@/lib/reference/demo/driving'
import { homeOffset, type Town } from '@/lib/reference/demo/town'
import type { Position } from '@/lib/reference/geo'
import { hash, unit } from '@/lib/reference/hash'
import type { NumberNear } from './addresses'
import { createDrive, type Drive, KERB_METRES, pointAfter, type Stop } from './drive'
import { type Roads, reach, shortestRoute } from './roads'

/** Furthest by street from home and back. */
const TERRITORY_METRES = 900
/** A home is at most this far from a street; elsewhere is water or open country. */
const NEAR_STREET_METRES = 150
const HOME_TRIES = 40
/** Stops of a street, evenly spaced: two are at one place or a few metres apart. */
const SHARES = 7
const SHORTEST_METRES = 24
/** Where nothing stops, except where there is no other street. */
const NO_STOPPING = /^(motorway|trunk)|_link$/

interface CityTownOptions {
  /** Number of vehicles. */
  readonly size: number
  readonly seed: number
  readonly numberNear?: NumberNear
}

/** A trip of a vehicle; its drive is null where there is no other place to go to. */
interface PlannedTrip {
  readonly number: number
  readonly drive: Drive | null
}

/**
 * A town on the streets of a city: vehicles drive on the right from kerb to kerb
 * and obey one-way streets.
 */
export function createCityTown(roads: Roads, options: CityTownOptions): Town {
  const { size, seed, numberNear = () => '' } = options
  const homes = chooseHomes(roads, size, seed)
  /** By home: neighbours share one. */
  const territories = new Map<number, readonly number[]>()
  /** By vehicle. */
  const trips = new Map<number, PlannedTrip>()
  const position: Position = { lat: 0, lng: 0 }

  const waysOf = (links: readonly number[]) =>
    links.map((index) => {
      const link = roads.links[index]!
      return { ...link, points: roads.pointsOf(link) }
    })

  /** Links from all of whose ends home can be reached, and which can be reached from there. */
  function territoryOf(home: number): readonly number[] {
    const known = territories.get(home)
    if (known) return known
    const limitMetres = TERRITORY_METRES
    const { metres: there } = reach(roads, home, { limitMetres })
    const { metres: back } = reach(roads, home, { limitMetres, direction: 'arriving' })
    const isWithin = (node: number) => there.has(node) && back.has(node)
    const nodes = [...there.keys()].filter(isWithin)
    const leaving = nodes.flatMap((node) => roads.leaving[node]!)
    const usable = leaving.filter((index) => {
      const { to, metres } = roads.links[index]!
      return isWithin(to) && metres >= SHORTEST_METRES
    })
    const stopping = usable.filter((index) => {
      const { roadClass } = roads.links[index]!
      return !NO_STOPPING.test(roadClass)
    })
    const links = stopping.length > 0 ? stopping : usable
    territories.set(home, links)
    return links
  }

  function stopOf(index: number, trip: number): Stop {
    const home = homes[index]!
    const links = territoryOf(home)
    const bits = hash(seed + 22, index, trip)
    // A vehicle from whose home no way leads back within the territory stands there.
    const link = links[bits % links.length] ?? roads.leaving[home]![0]!
    const step = ((bits >>> 16) % SHARES) + 1
    return { link, share: step / (SHARES + 1) }
  }

  function driveOf(index: number, trip: number): Drive | null {
    const known = trips.get(index)
    if (known?.number === trip) return known.drive
    const start = stopOf(index, trip)
    const end = stopOf(index, trip + 1)
    const drive = planDrive(start, end)
    trips.set(index, { number: trip, drive })
    return drive
  }

  function planDrive(start: Stop, end: Stop): Drive | null {
    const isAhead = start.link === end.link && end.share > start.share
    if (isAhead) {
      const way = waysOf([start.link])
      return createDrive(way, start.share, end.share)
    }
    const from = roads.links[start.link]!.to
    const to = roads.links[end.link]!.from
    const route = shortestRoute(roads, from, to, 2 * TERRITORY_METRES)
    if (!route) return null
    const way = waysOf([start.link, ...route, end.link])
    return createDrive(way, start.share, end.share)
  }

  return {
    name: 'montevideo',
    home: (index, out) => roads.toPosition(roads.nodes[homes[index]!]!, out),
    parking(index, out) {
      const { link, share } = stopOf(index, 0)
      const { points } = createDrive(waysOf([link]), share, 1)
      roads.toPosition(points[0]!, out)
    },
    // Each end of a drive is at most a territory from home, and it is at most two territories long.
    reachMetres: () => 2 * TERRITORY_METRES + KERB_METRES,
    addressAt(index, trip, position) {
      const { link } = stopOf(index, trip)
      const { name: street } = roads.links[link]!
      const number = numberNear(street, position)
      return `${street} ${number}`.trim()
    },
    doingAt(index, seconds) {
      const trip = tripAt(seed, index, seconds)
      const { number, beganAt, luck } = trip
      const drive = driveOf(index, number)
      if (!drive) {
        this.parking(index, position)
        return {
          position,
          trip: number,
          beganAt,
          arrivesAt: beganAt,
          isDriving: false,
        }
      }
      const share = (luck >>> 14) / 0x4_0000
      const pace = 0.7 + 0.3 * share
      const driveSeconds = drive.seconds.at(-1)!
      const { driven, ...times } = progressOf(trip, driveSeconds, pace)
      const point = pointAfter(drive, driven)
      roads.toPosition(point, position)
      return {
        position,
        trip: number,
        beganAt,
        ...times,
      }
    },
  }
}

/** Streets near which the vehicles live. */
function chooseHomes(roads: Roads, size: number, seed: number): Int32Array {
  const tree = new KDBush(roads.nodes.length)
  for (const [east, north] of roads.nodes) {
    tree.add(east, north)
  }
  tree.finish()
  const isCrossing = (node: number) => roads.leaving[node]!.length > 1
  return Int32Array.from({ length: size }, (_, index) => {
    for (let attempt = 0; attempt < HOME_TRIES; attempt++) {
      const chance = (salt: number) => unit(seed + 97 * attempt, index, salt)
      const { east, north } = homeOffset(size, [chance(1), chance(2), chance(3)])
      const near = tree.within(east, north, NEAR_STREET_METRES)
      const crossings = near.filter(isCrossing)
      const home = crossings[hash(seed, index, attempt) % crossings.length]
      if (home !== undefined) return home
    }
    return hash(seed, index, 3) % roads.nodes.length
  })
}
