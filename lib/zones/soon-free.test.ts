import { expect, test } from 'vitest'
import { destination } from '@/lib/interface/geometry'
import { createTestClock } from '@/lib/testing/clock'
import { vehicle } from '@/lib/testing/vehicles'
import { createSoonFree, type UnderWay } from './soon-free'

const classOf = (status: string | null) => (status === 'busy' ? 'busy' : 'free')
const centre = { lat: 51.5, lng: -0.1 }
const east = (metres: number) => destination(centre, 90, metres)

const fleet = [
  vehicle('near', { status: 'busy', position: east(0) }),
  vehicle('slow', { status: 'busy', position: east(0) }),
  vehicle('far', { status: 'busy', position: east(0) }),
  vehicle('free', { status: 'available', position: east(0) }),
]
const journeys: UnderWay[] = [
  { vehicleId: 'near', to: east(500) },
  { vehicleId: 'slow', to: east(4000) },
  { vehicleId: 'far', to: east(30_000) },
  { vehicleId: 'free', to: east(100) },
  { vehicleId: 'elsewhere', to: east(100) },
  // An older booking, never ended.
  { vehicleId: 'near', to: east(900) },
]

function soonFreeOver(secondsTo: (metres: number) => number | null) {
  const clock = createTestClock()
  let asked = 0
  const soonFree = createSoonFree({
    clock,
    journeys: async () => journeys,
    async secondsTo(_from, to) {
      asked += 1
      return secondsTo(Math.round((to.lng - centre.lng) * 69_000))
    },
  })
  const ends = () => soonFree.ends(() => fleet, classOf)
  return { clock, ends, asked: () => asked }
}

test('busy vehicles within ten minutes of their drop-off are soon free, there', async () => {
  const { clock, ends, asked } = soonFreeOver((metres) => (metres < 1000 ? 120 : 900))
  expect(ends()).toBeNull()
  await clock.advance(0)
  expect(ends()).toEqual([east(500)])
  expect(asked()).toBe(2)
  await clock.advance(14_000)
  ends()
  await clock.advance(0)
  expect(asked()).toBe(2)
  await clock.advance(1_000)
  ends()
  await clock.advance(0)
  expect(asked()).toBe(4)
})

test('without road times it is not known', async () => {
  const { clock, ends } = soonFreeOver(() => null)
  ends()
  await clock.advance(0)
  expect(ends()).toBeNull()
})
