import { expect, test } from 'vitest'
import type { StatusClass } from '@/lib/api/contract/status-readings'
import type { Zone, ZoneList, ZoneShape } from '@/lib/api/contract/zones'
import { destination } from '@/lib/interface/geometry'
import { createTestClock } from '@/lib/testing/clock'
import { vehicle } from '@/lib/testing/vehicles'
import { finish } from '@/lib/vehicles/steps'
import { countZones, withSoonFree } from './count-zones'
import { createZoneBoard, type WatchedList } from './zone-board'
import { createZoneFinder } from './zone-finder'

const HOME = { position: { lat: 51.5, lng: -0.1 }, radius: 5000 }
const CLASSES: Readonly<Record<string, StatusClass>> = {
  available: 'free',
  hovering: 'busy',
  reserved: 'promised',
  off_duty: 'off',
  out_of_service: 'out',
}
const classOf = (status: string | null) => CLASSES[status ?? ''] ?? null

const circle = (metresEast: number, radius: number): ZoneShape => ({
  kind: 'circle',
  centre: destination(HOME.position, 90, metresEast),
  radius,
})

const zone = (id: string, shape: ZoneShape): Zone => ({
  id,
  name: id,
  colour: 'blue',
  shape,
  fewestFree: null,
  mostFree: null,
})

const zones = [
  zone('small', circle(0, 300)),
  zone('large', circle(500, 1000)),
  zone('far', circle(9000, 500)),
]

const east = (
  id: string,
  metres: number,
  status: string | null,
  freeSinceMs: number | null = null,
) =>
  vehicle(id, {
    status,
    position: destination(HOME.position, 90, metres),
    statusSince: freeSinceMs === null ? null : { atMs: freeSinceMs, isBeginning: true },
  })

const fleet = [
  east('v-1', 0, 'available', 3000),
  east('v-2', 100, 'available', 1000),
  east('v-3', 200, 'available'),
  east('v-4', 200, 'hovering'),
  east('v-5', 900, 'reserved'),
  east('v-6', 900, 'out_of_service'),
  east('v-7', 900, 'off_duty'),
  east('v-8', 900, 'sleepy'),
  east('v-9', 900, null),
  east('v-10', 4000, 'available', 0),
  vehicle('v-11', { position: null }),
]

function counted(list: readonly Zone[], isIncomplete = false) {
  const findZone = createZoneFinder(list)
  const steps = countZones({
    zones: list,
    findZone,
    vehicles: fleet,
    circle: HOME,
    isIncomplete,
    classOf,
  })
  return finish(steps)
}

function count(list: readonly Zone[], isIncomplete = false) {
  const ends = [destination(HOME.position, 90, 1000)]
  return withSoonFree(counted(list, isIncomplete).counts, ends, createZoneFinder(list))
}

test('each vehicle counts in the first zone that holds it, by what its status means', () => {
  const [small, large, far] = count(zones)
  expect(small).toMatchObject({ reading: 'whole', free: 3, busy: 1, off: 0, soonFree: 0 })
  expect(large).toMatchObject({ free: 0, reserved: 1, off: 2, unknown: 2, soonFree: 1 })
  expect(far).toMatchObject({ reading: 'none', free: 0 })
  const [, other] = count([zones[1] as Zone, zones[0] as Zone])
  expect(other).toMatchObject({ id: 'small', free: 0, busy: 0 })
})

test('each vehicle with a position is placed in its zone, or outside of all', () => {
  const { placed } = counted(zones)
  const names = placed.map(({ vehicle: { id }, zone }) => `${id} ${zone?.id ?? 'none'}`)
  expect(names).toHaveLength(10)
  expect(names).toEqual(expect.arrayContaining(['v-4 small', 'v-9 large', 'v-10 none']))
})

test('the longest waiting come first, those of unknown time last', () => {
  expect(count(zones)[0]?.waiting.map(({ id }) => id)).toEqual(['v-2', 'v-1', 'v-3'])
})

test('a zone that the watched circle holds in part says so, as all do of a list that was cut short', () => {
  const [edge] = count([zone('edge', circle(5000, 400))])
  expect(edge?.reading).toBe('part')
  expect(count(zones, true).map(({ reading }) => reading)).toEqual(['part', 'part', 'none'])
})

test('a grid of zones finds what walking through all of them finds', () => {
  const many = Array.from({ length: 200 }, (_, n) =>
    zone(`z-${n}`, circle((n % 20) * 400 - 4000, 150 + n)),
  )
  const findZone = createZoneFinder(many)
  for (let metres = -4500; metres < 4500; metres += 37) {
    const position = destination(HOME.position, 90, metres)
    const byWalking = many.findIndex(({ id }) => {
      const alone = many.filter((one) => one.id === id)
      return createZoneFinder(alone)(position) === 0
    })
    expect(findZone(position)).toBe(byWalking)
  }
})

function boardOver(lists: readonly WatchedList[], list: ZoneList = { version: 1, zones }) {
  const clock = createTestClock()
  let counted = 0
  const board = createZoneBoard({
    clock,
    zones: async () => list,
    home: async () => HOME,
    async lists() {
      counted += 1
      return lists
    },
    classOf: async () => classOf,
    soonFree: { ends: () => null },
  })
  return { board, clock, counted: () => counted }
}

const watched = (radius: number, type: string | null, size: number): WatchedList => ({
  search: { position: HOME.position, radius, type },
  size,
  ageMs: radius,
  isIncomplete: false,
  vehicles: () => fleet,
})

test('the home area is counted where it is watched, else the largest area of any type', async () => {
  const home = watched(5000, null, 11)
  const small = watched(800, null, 3)
  const large = watched(20_000, null, 90)
  const typed = watched(5000, 'taxi', 900)
  const ageOf = async (...lists: WatchedList[]) => (await boardOver(lists).board.read()).ageMs
  expect(await ageOf(large, home, typed)).toBe(5000)
  expect(await ageOf(small, large, typed)).toBe(20_000)
  expect(await ageOf(typed)).toBeNull()
})

test('while no area is watched, zones are not read', async () => {
  const { zones: counts } = await boardOver([]).board.read()
  expect(counts.map(({ reading, free }) => [reading, free])).toEqual(Array(3).fill(['none', 0]))
})

test('many pages and the alerts are one count of the vehicles', async () => {
  const { board, clock, counted } = boardOver([watched(5000, null, 11)])
  await Promise.all([board.read(), board.read()])
  const { zoneList, placed } = await board.count()
  expect([zoneList.version, placed.length]).toEqual([1, 10])
  expect(counted()).toBe(1)
  await clock.advance(2_000)
  await board.read()
  expect(counted()).toBe(2)
})
