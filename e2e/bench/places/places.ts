import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SuitePart } from '@/e2e/runner/suite'
import { atLeast, atMost, type ResultRow } from '@/e2e/runner/table'
import { formatCount, formatMs, formatNumber, quantile } from '@/e2e/support/statistics'
import { type City, createCity } from '@/lib/city/city'
import { bundleServer } from '@/lib/server/build/bundle'
import {
  type HeldOutHouse,
  holdOutHouses,
  metresFrom,
  seededRandom,
  withTypingError,
} from '@/lib/testing/maps/held-out-houses'

const EVERY = 100
const NEAR_METRES = 50
const FIRST_SHARE = 0.95
const FIRST_THREE_SHARE = 0.95
const P95_MS = 50

/** Address search of the demo city, with house numbers that its index does not have. */
export const placesBench: SuitePart = async ({ quick, log }) => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-places-'))
  try {
    const held = await holdOutHouses(join(folder, 'city'), EVERY)
    const asked = quick ? held.filter((_, n) => n % 10 === 0) : held
    log(`places: reading the city without ${formatCount(held.length)} house numbers …`)
    // As `npm start` runs it.
    await bundleServer(process.cwd())
    const city = await open(join(folder, 'city'))
    log(`places: ${formatCount(asked.length)} addresses, each with a typing error and without …`)
    const random = seededRandom(7)
    const plain = await findAll(city, asked, (street) => street)
    const wrong = await findAll(city, asked, (street) => withTypingError(street, random))
    await city.stop()
    return { title: 'Address search', rows: foundRows(plain, wrong) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function open(folder: string): Promise<City> {
  const files = { folder, source: 'demo-city' } as const
  const city = createCity({ root: process.cwd(), files, log: () => undefined })
  await city.open()
  if (city.fault) throw new Error(city.fault)
  return city
}

interface Finds {
  readonly first: number
  readonly firstThree: number
  readonly ms: readonly number[]
}

async function findAll(
  city: City,
  houses: readonly HeldOutHouse[],
  typed: (street: string) => string,
): Promise<Finds> {
  let [first, firstThree] = [0, 0]
  const ms: number[] = []
  for (const house of houses) {
    const startMs = performance.now()
    const text = `${typed(house.street)} ${house.number}`
    const found = (await city.request('find', { text, near: null })) ?? []
    ms.push(performance.now() - startMs)
    const rank = found.findIndex((place) => metresFrom(house, place.position) <= NEAR_METRES)
    if (rank === 0) first++
    if (rank >= 0 && rank < 3) firstThree++
  }
  return { first: first / houses.length, firstThree: firstThree / houses.length, ms }
}

function foundRows(plain: Finds, wrong: Finds): ResultRow[] {
  const percent = (share: number) => `${formatNumber(share * 100)} %`
  const held = `${formatCount(plain.ms.length)} addresses held out, within ${NEAR_METRES} m`
  return [
    atLeast(`${held} as the first hit`, plain.first, FIRST_SHARE, percent),
    atLeast('with one typing error, among the first three', wrong.firstThree, FIRST_THREE_SHARE, percent),
    atMost('a search, with one typing error, p95', quantile(wrong.ms, 0.95), P95_MS, formatMs, {
      isTime: true,
    }),
  ]
}
