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
const READY_SECONDS = 10
const MEMORY_MB = 250

/** Address search of the demo city, with house numbers that its index does not have. */
export const placesBench: SuitePart = async ({ quick, log }) => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-places-'))
  try {
    const held = await holdOutHouses(join(folder, 'city'), EVERY)
    const asked = quick ? held.filter((_, n) => n % 10 === 0) : held
    log(`places: reading the city without ${formatCount(held.length)} house numbers …`)
    // As `npm start` runs it.
    await bundleServer(process.cwd())
    const opened = await open(join(folder, 'city'))
    log(`places: ${formatCount(asked.length)} addresses, each with a typing error and without …`)
    const random = seededRandom(7)
    const plain = await findAll(opened.city, asked, (street) => street)
    const wrong = await findAll(opened.city, asked, (street) => withTypingError(street, random))
    await opened.city.stop()
    return { title: 'Address search', rows: [...startRows(opened), ...foundRows(plain, wrong)] }
  } finally {
    await rm(folder, { recursive: true })
  }
}

interface Opened {
  readonly city: City
  readonly line: string
  readonly seconds: number
  /** Of the whole process, at most, beyond its memory before. */
  readonly addedMb: number
}

async function open(folder: string): Promise<Opened> {
  let line = ''
  const beforeBytes = process.memoryUsage().rss
  let mostBytes = beforeBytes
  const startMs = performance.now()
  const city = createCity({
    root: process.cwd(),
    files: { folder, source: 'demo-city' },
    log: (_level, message) => {
      line = message
    },
  })
  const timer = setInterval(() => {
    mostBytes = Math.max(mostBytes, process.memoryUsage().rss)
  }, 10)
  await city.open()
  clearInterval(timer)
  if (city.fault) throw new Error(city.fault)
  const seconds = (performance.now() - startMs) / 1000
  return { city, line, seconds, addedMb: (mostBytes - beforeBytes) / 1e6 }
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

function startRows({ line, seconds, addedMb }: Opened): ResultRow[] {
  return [
    {
      what: line.replace(/, ready after.*/, ', thread included'),
      reached: `${formatNumber(seconds)} s`,
      wanted: `≤ ${READY_SECONDS} s`,
      met: seconds <= READY_SECONDS,
      isTime: true,
    },
    {
      what: 'memory of the process while they are read',
      reached: `${formatNumber(addedMb)} MB more`,
      wanted: `≤ ${MEMORY_MB} MB`,
      met: addedMb <= MEMORY_MB,
    },
  ]
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
