import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SuitePart } from '@/e2e/runner/suite'
import type { ResultRow } from '@/e2e/runner/table'
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
  return [
    {
      what: `${formatCount(plain.ms.length)} addresses held out, within ${NEAR_METRES} m as the first hit`,
      reached: percent(plain.first),
      wanted: `≥ ${percent(FIRST_SHARE)}`,
      met: plain.first >= FIRST_SHARE,
    },
    {
      what: 'the same with one typing error, among the first three',
      reached: percent(wrong.firstThree),
      wanted: `≥ ${percent(FIRST_THREE_SHARE)}`,
      met: wrong.firstThree >= FIRST_THREE_SHARE,
    },
    {
      what: 'a search, with one typing error',
      reached: `p50 ${formatMs(quantile(wrong.ms, 0.5))}, p95 ${formatMs(quantile(wrong.ms, 0.95))}`,
      wanted: `p95 ≤ ${P95_MS} ms`,
      met: quantile(wrong.ms, 0.95) <= P95_MS,
      isTime: true,
    },
  ]
}
