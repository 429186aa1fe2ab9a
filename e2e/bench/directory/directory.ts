import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { SuitePart } from '@/e2e/runner/suite'
import type { ResultRow } from '@/e2e/runner/table'
import { startProcess } from '@/e2e/support/dashboard'
import { formatCount, formatMs, formatNumber, quantile } from '@/e2e/support/statistics'
import { createDirectory } from '@/lib/directory/directory'
import { directoryRecord } from '@/lib/testing/directory-records'
import { openNamedArea } from './named-area'

const CENTRE = { lat: 51.509865, lng: -0.118092 }
const COLD_WANTED_MS = 5 * 60_000
const LONGEST_MS = 10 * 60_000
const SWEEP_RATIO = 1.05
const HELD_VEHICLES = 20_000
const MEMORY_BYTES = 20e6

/** Call signs read in the background: how soon, at what cost for the maps, and in how much memory. */
export const directoryBench: SuitePart = async ({ quick, log }) => {
  const demo = quick ? 300 : 1500
  log(`directory: cold start of ${formatCount(demo)} vehicles …`)
  const cold = await measureColdStart(demo)
  return { title: 'Directory: call signs of every vehicle on a map', rows: [...cold, measureMemory()] }
}

/** Side by side, so that whatever else the machine does slows both down. */
async function measureColdStart(vehicles: number): Promise<ResultRow[]> {
  const env = { NODE_ENV: 'production', REFERENCE_VEHICLES: String(vehicles), LIVE_INTERVAL_SECONDS: '1' }
  const reading = startProcess(env)
  const plain = startProcess({ ...env, DIRECTORY_CALLS_PER_SECOND: '0' })
  try {
    const [url, plainUrl] = [await reading.url, await plain.url]
    const startMs = performance.now()
    const [area, plainArea] = [await openNamedArea(areaOf(url)), await openNamedArea(areaOf(plainUrl))]
    await area.allNamed(LONGEST_MS)
    const tookMs = performance.now() - startMs
    if (area.vehicles < vehicles) throw new Error(`${area.vehicles} of ${vehicles} vehicles are on the map`)
    if (plainArea.named > 0) throw new Error(`${plainArea.named} vehicles were read with a rate of 0`)
    area.close()
    plainArea.close()
    const [p99, plainP99] = [quantile(area.sweepMs, 0.99), quantile(plainArea.sweepMs, 0.99)]
    const [p50, plainP50] = [quantile(area.sweepMs, 0.5), quantile(plainArea.sweepMs, 0.5)]
    return [
      {
        what: `cold start of the demo until all ${formatCount(vehicles)} vehicles have their call sign`,
        reached: `${formatNumber(tookMs / 1000)} s`,
        wanted: `≤ ${COLD_WANTED_MS / 1000} s`,
        met: tookMs <= COLD_WANTED_MS,
      },
      {
        what: `sweeps meanwhile (${area.sweepMs.length}), beside a process that reads none`,
        reached: `p99 ${formatMs(p99)}: ${formatNumber(p99 / plainP99)} ×; p50 ${formatMs(p50)}: ${formatNumber(p50 / plainP50)} ×`,
        wanted: `p99 ≤ ${SWEEP_RATIO} ×`,
        met: p99 <= plainP99 * SWEEP_RATIO,
        isTime: true,
      },
    ]
  } finally {
    await Promise.all([reading.stop(), plain.stop()])
  }
}

/** Of this process, before and after it has learned them. */
function measureMemory(): ResultRow {
  const directory = createDirectory()
  const before = heapBytes()
  for (let n = 0; n < HELD_VEHICLES; n++)
    directory.learn({ record: directoryRecord(n), readAtMs: Date.now() })
  const bytes = heapBytes() - before
  // Refers to it after the measurement.
  if (directory.size !== HELD_VEHICLES) throw new Error(`${directory.size} of ${HELD_VEHICLES} vehicles`)
  return {
    what: `memory of the directory, ${formatCount(HELD_VEHICLES)} vehicles`,
    reached: `${formatNumber(bytes / 1e6)} MB`,
    wanted: `≤ ${MEMORY_BYTES / 1e6} MB`,
    met: bytes <= MEMORY_BYTES,
  }
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

const areaOf = (url: string) => `${url}/api/live?position=${CENTRE.lat},${CENTRE.lng}&radius=50000`
