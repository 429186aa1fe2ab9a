import { expect, test } from 'vitest'
import { joinVisitors } from '@/lib/contract/join-visitors'
import type { CircleVisitor } from '@/lib/contract/recording-questions'
import { piecesOf, recorded, second } from '@/lib/testing/recording/recorded-pieces'
import { vehicle } from '@/lib/testing/vehicles'
import { circleVisits } from './circle-visits'

const { whole, list, removed, failing, gap } = recorded
const CENTRE = { lat: 51.5, lng: -0.1 }
const circle = { position: CENTRE, radius: 100 }
/** This many metres north of the centre. */
const north = (metres: number) => ({ lat: 51.5 + metres / 111_195, lng: -0.1 })
const car = (id: string, metres: number) => vehicle(id, { position: north(metres) })
const move = (id: string, metres: number) => ({ id, position: north(metres) })

const short = (visitors: readonly CircleVisitor[]) =>
  Object.fromEntries(
    visitors.map(({ id, visits }) => [
      id,
      visits.map(({ firstMs, lastMs, isBeginKnown, isEndKnown, isPassing }) => {
        const times = `${(firstMs - second(0)) / 1000}-${(lastMs - second(0)) / 1000}`
        return `${isBeginKnown ? '' : '≤'}${times}${isEndKnown ? '' : '≥'}${isPassing ? ' passing' : ''}`
      }),
    ]),
  )

async function visitsOf(...pieces: Parameters<typeof piecesOf>) {
  return short((await circleVisits(piecesOf(...pieces), circle)).visitors)
}

test('a visit lasts from the first list inside to the last, and there may be several', async () => {
  expect(
    await visitsOf(
      whole(0, [car('a', 500), car('b', 50), car('c', 500)]),
      list(5, move('a', 99)),
      list(10),
      list(15, move('a', 101)),
      list(20, move('a', 20)),
      list(25, move('a', 10), move('b', 500)),
    ),
  ).toEqual({ a: ['5-10', '20-25≥'], b: ['≤0-20'] })
})

test('nothing is known in a gap, nor while the service fails', async () => {
  expect(
    await visitsOf(
      whole(0, [car('a', 50), car('b', 500)]),
      list(5),
      gap(5, 60),
      whole(60, [car('a', 50), car('b', 50)]),
      list(65),
      failing(70),
      list(80, move('b', 500)),
      list(85),
    ),
  ).toEqual({ a: ['≤0-5≥', '≤60-65≥', '≤80-85≥'], b: ['≤60-65≥'] })
})

test('a vehicle that leaves the results inside, or loses its position, may have stayed', async () => {
  expect(
    await visitsOf(
      whole(0, [car('a', 50), car('b', 50)]),
      removed(5, 'a'),
      list(10, { id: 'b', position: null }),
      list(15, car('a', 50)),
    ),
  ).toEqual({ a: ['≤0-0≥', '≤15-15≥'], b: ['≤0-5≥'] })
})

test('a straight way through the circle between two lists is a passing, not a visit', async () => {
  const east = (metres: number, up: number) => ({ lat: north(up).lat, lng: -0.1 + metres / 69_220 })
  expect(
    await visitsOf(
      whole(0, [car('a', -150), vehicle('b', { position: east(-150, 120) }), car('far', -9_000)]),
      list(5, move('a', 150), { id: 'b', position: east(150, 120) }, move('far', 9_000)),
      gap(5, 30),
      whole(30, [car('a', -150)]),
    ),
  ).toEqual({ a: ['0-5 passing'] })
})

test('statuses are those that it had inside', async () => {
  const { visitors } = await circleVisits(
    piecesOf(
      whole(0, [car('a', 500)]),
      list(5, { ...move('a', 50), status: 'busy' }),
      list(10, { id: 'a', status: 'available' }),
      list(15, { ...move('a', 500), status: 'offline' }),
    ),
    circle,
  )
  expect(visitors).toMatchObject([{ id: 'a', statuses: ['busy', 'available'] }])
})

test('several areas, and answers one after the other, are joined', async () => {
  const one = await circleVisits(piecesOf(whole(0, [car('a', 500)]), list(5, move('a', 9)), list(10)), circle)
  const next = await circleVisits(
    piecesOf(whole(10, [car('a', 9)]), list(15), list(20, move('a', 500))),
    circle,
  )
  const other = await circleVisits(piecesOf(whole(7, [car('b', 9), car('a', 9)]), list(12)), circle)
  expect(short(joinVisitors([one.visitors, next.visitors, other.visitors]))).toEqual({
    a: ['5-15'],
    b: ['≤7-12≥'],
  })
})
