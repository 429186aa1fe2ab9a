import { expect, test } from 'vitest'
import { OFF_ROAD_METRES, type RoadAnswer, type RoadTimes } from '@/lib/api/contract/roads'
import type { LocatedVehicle } from '@/lib/api/queries/roads'
import { distanceFormat } from '@/lib/format/position/distance'
import type { Position } from '@/lib/interface/resources'
import { areaOf } from '@/lib/testing/search-area'
import { emptyVehicle } from '@/lib/testing/vehicles'
import { orderInWords } from './pickup-board'
import { readRoadTimes } from './read-road-times'
import { type RoadReading, rankByRoad, unanswered } from './road-times'
import { nextAsked } from './use-roads'

const point = { lat: -34.9, lng: -56.18 }
const north = (metres: number): Position => ({ lat: point.lat + metres / 111_195, lng: point.lng })
const time = (seconds: number) => ({ seconds, metres: seconds * 10 })

/** Vehicles every `stepMetres` to the north, all suitable. */
function fleet(count: number, stepMetres: number) {
  const vehicles = Array.from({ length: count }, (_, n) =>
    emptyVehicle(`v-${n}`, { status: 'available', position: north(n * stepMetres) }),
  )
  const area = areaOf(vehicles)
  const ranking = { suitable: Uint32Array.from(vehicles.keys()), others: new Uint32Array(0) }
  const candidates = { point, slots: ranking.suitable, records: area.table.records }
  return { vehicles, area, ranking, candidates }
}

/** A router whose times follow from the distance, and the number of vehicles of each request. */
function router(answerAt: (metres: number) => RoadAnswer, given: Partial<RoadTimes> = {}) {
  const asked: number[] = []
  const ask = async (from: readonly LocatedVehicle[]): Promise<RoadTimes> => {
    asked.push(from.length)
    const times = from.map(({ position: { lat } }) =>
      answerAt(Math.round((lat - point.lat) * 111_195)),
    )
    return {
      state: 'ready',
      source: 'demo-city',
      isOffRoad: false,
      fastestKmh: 90,
      ...given,
      times,
    }
  }
  return { ask, asked }
}

const read = ({ ask }: ReturnType<typeof router>, { candidates }: ReturnType<typeof fleet>) =>
  readRoadTimes(candidates, ask)

test('500 are asked for where the best five are nearer than any other can be', async () => {
  const direct = router((metres) => time(metres / 10))
  await read(direct, fleet(3_000, 10))
  // The fifth needs 4 s; the 501st is 5 km away, 200 s at 90 km/h.
  expect(direct.asked).toEqual([500])
})

test('more are asked for, 2,000 a request, while one that was not could be among the best', async () => {
  // 100 km of detour for those nearer than 12 km, by a road of 90 km/h.
  const detour = router((metres) => time((metres < 12_000 ? metres + 10_000 : metres) / 25))
  const far = fleet(6_000, 5)
  const reading = await read(detour, far)
  // None takes under 400 s, 10 km at 90 km/h, and 400 m may not be counted: the
  // 2,501st, at 12.5 km, is too far.
  expect(detour.asked).toEqual([500, 2_000])
  expect(reading.answers.size).toBe(2_500)
})

test('all are asked for where fewer than five have a time, unless the speed is not known', async () => {
  const none = router(() => 'none')
  await read(none, fleet(5_000, 1))
  expect(none.asked).toEqual([500, 2_000, 2_000, 500])
  const unknown = router(() => 'none', { fastestKmh: null })
  await read(unknown, fleet(5_000, 1))
  expect(unknown.asked).toEqual([500])
})

test('the nearest by air is not the first where another is nearer by road', async () => {
  const answers: RoadAnswer[] = [time(400), 'off-road', time(90), 'none', time(300)]
  const { area, ranking, candidates, vehicles } = fleet(6, 100)
  const { ask } = router((metres) => answers[metres / 100] ?? 'not-asked')
  const reading = await readRoadTimes(candidates, ask)
  // The sixth is not suitable.
  const suitable = ranking.suitable.subarray(0, 5)
  const others = ranking.suitable.subarray(5)
  const ranked = rankByRoad({ suitable, others }, area.table.records, reading)
  expect([...ranked.rows]).toEqual([2, 4, 0, 1, 3, 5])
  expect([ranked.timed, ranked.answered, ranked.suitable]).toEqual([3, 5, 5])
  expect(ranked.answerOf(vehicles[2] as never)).toEqual(time(90))
  expect(ranked.answerOf(vehicles[1] as never)).toBe('off-road')
})

test('within a minute that is shown the nearest by road is the first', async () => {
  const answers = [[89, 900], [61, 950], [59, 990], [1, 995], [91, 10]] as const // biome-ignore format: one line
  const five = fleet(5, 100)
  const { area, ranking } = five
  const answerAt = (at: number) => ({
    seconds: answers[at / 100]![0],
    metres: answers[at / 100]![1],
  })
  const reading = await read(router(answerAt), five)
  expect([...rankByRoad(ranking, area.table.records, reading).rows]).toEqual([2, 3, 0, 1, 4])
})

test('a time counts while its vehicle is near where it was asked for, also after a failed request', async () => {
  const { area, ranking, candidates, vehicles } = fleet(3, 100)
  const reading = await readRoadTimes(candidates, router((metres) => time(500 - metres)).ask)
  const later = unanswered(point, reading, 'unanswered')
  expect([...rankByRoad(ranking, area.table.records, later).rows]).toEqual([2, 1, 0])
  const moved = areaOf([
    vehicles[0],
    vehicles[1],
    { ...vehicles[2], position: north(800) },
  ] as never)
  expect([...rankByRoad(ranking, moved.table.records, later).rows]).toEqual([1, 0, 2])
  const elsewhere = unanswered(north(OFF_ROAD_METRES), reading, 'unanswered')
  expect(rankByRoad(ranking, area.table.records, elsewhere).timed).toBe(0)
})

test.each(['none', 'building', 'failed'] as const)(
  'without a graph (%s) one request is enough',
  async (state) => {
    const without = router(() => 'none', { state, fastestKmh: null })
    const reading = await read(without, fleet(900, 1))
    expect([without.asked, reading.state, reading.answers.size]).toEqual([[500], state, 0])
  },
)

const reading: RoadReading = { point, state: 'ready', isOffRoad: false, answers: new Map() }
const miles = distanceFormat('miles')

test.each([
  [null, 0, 0, 'By straight line until travel times are loaded.'],
  [reading, 3, 4, 'By road, without traffic.'],
  [reading, 0, 0, 'By straight line until travel times are loaded.'],
  [reading, 0, 4, 'By straight line: no vehicle can get there by road within an hour.'],
  [
    { ...reading, isOffRoad: true },
    0,
    0,
    'By straight line: the pick-up is 220 yd or more from any road.',
  ],
  [
    { ...reading, state: 'failed' },
    3,
    3,
    'By road, without traffic. Travel times could not be refreshed.',
  ],
  [{ ...reading, state: 'none' }, 0, 0, 'By straight line: there is no road data for this area.'],
] as const)('the order in words, %#', (given, timed, answered, words) => {
  expect(orderInWords(given, { timed, answered }, miles)).toBe(words)
})

test('another path is asked for when the vehicle has moved 50 m, or another vehicle or point is chosen', () => {
  const to = { lat: -34.9, lng: -56.18 }
  const north = (metres: number) => ({ lat: -34.8 + metres / 111_195, lng: -56.18 })
  const selected = (metres: number, isListed = true) => ({
    vehicle: emptyVehicle('v', { position: north(metres) }),
    departed: null,
    isListed,
    fetchedAtMs: 0,
    receivedAtMs: 0,
  })
  const asked = nextAsked(selected(0), to, null)
  expect(asked).toEqual({ id: 'v', from: north(0), to, kind: 'car' })
  expect(nextAsked(selected(49), { ...to }, asked)).toBe(asked)
  expect(nextAsked(selected(51), to, asked)?.from).toEqual(north(51))
  expect(nextAsked(selected(0), north(0), asked)?.to).toEqual(north(0))
  expect(nextAsked(selected(0), null, asked)).toBeNull()
  expect(nextAsked(selected(0, false), to, asked)).toBeNull()
})
