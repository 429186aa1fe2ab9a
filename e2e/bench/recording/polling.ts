import { readFileSync } from 'node:fs'
import type { SuitePart } from '@/e2e/runner/suite'
import { formatCount, formatMs, formatNumber, quantile } from '@/e2e/support/statistics'
import { createEncryption } from '@/lib/encryption/encryption'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { createLiveAreas } from '@/lib/live/areas'
import { createRecorder } from '@/lib/recording/recorder'
import { createSqlSegments } from '@/lib/recording/store/sql-segments'
import { CITY_CENTRE } from '@/lib/reference/city/load-city'
import { systemClock } from '@/lib/scheduling/clock'
import { createTestService, pagesOf, streamRequest, UNBOUNDED } from '@/lib/testing/live-area'
import { openTestStore } from '@/lib/testing/stores'
import { driveFleet } from './driven-fleet'

const VEHICLES = 20_000
const AREA = { position: CITY_CENTRE, radius: 20_000, type: null }
/** They are played forwards and backwards. */
const FRAMES = 12
/** The shortest that is possible. */
const EVERY_SECONDS = 1
/** Of a turn, after those that warm up. */
const SWEEPS = 30
const WARMING = 5
const TURNS = 5
/** Both without a recorder, to tell how much two equal ones differ. */
const KINDS = ['alone', 'recorded', 'again'] as const
const RATIO = 1.1

/** How long an area takes to be read and streamed, with and without a recorder, in turns. */
export const pollingBench: SuitePart = async ({ quick, log }) => {
  log('polling: driving a fleet …')
  const frames: (readonly VehicleSearchObject[])[] = []
  for await (const { records } of driveFleet(VEHICLES, { drivers: 1, rest: 2.2 })) {
    frames.push(records)
    if (frames.length === FRAMES) break
  }
  const { store, remove } = await openTestStore()
  const segments = createSqlSegments(async () => store, createEncryption('bench', 'https://service.example'))
  const seconds = { alone: [] as number[], recorded: [] as number[], again: [] as number[] }
  try {
    for (let turn = 0; turn < (quick ? 2 : TURNS); turn++)
      for (const kind of KINDS) {
        log(`polling: ${kind} …`)
        const recorder = createRecorder({
          ...{ store: segments, keptMs: 3_600_000, clock: systemClock },
          log: (line) => {
            throw new Error(line)
          },
        })
        seconds[kind].push(...(await sweep(frames, kind === 'recorded' ? recorder.observe : undefined)))
        await recorder.stop()
      }
  } finally {
    await remove()
  }
  const [alone, recorded, again] = KINDS.map((kind) => 1000 * quantile(seconds[kind], 0.99))
  const without = 1000 * quantile([...seconds.alone, ...seconds.again], 0.99)
  const ratio = recorded! / without
  const spread = Math.max(alone!, again!) / Math.min(alone!, again!)
  const medians = KINDS.map((kind) => formatMs(1000 * quantile(seconds[kind], 0.5)))
  return {
    title: `Polling ${formatCount(VEHICLES)} vehicles every ${EVERY_SECONDS} s, 38 % moving`,
    rows: [
      {
        what: `p99 of ${formatCount(seconds.recorded.length)} sweeps with a recorder, and of twice as many without (p50 without, with, without: ${medians.join(', ')}); two equal ones without differ by ${formatNumber(spread)} ×; waiting for a core left out`,
        reached: `${formatMs(recorded!)} and ${formatMs(without)}: ${formatNumber(ratio)} ×`,
        wanted: `≤ ${RATIO} ×, or the spread`,
        met: ratio <= Math.max(RATIO, spread),
        isTime: true,
      },
    ],
  }
}

/** So far, of the thread that reads: other processes of the machine are not to be measured. On Linux only. */
function waitedForCoreMs(): number {
  try {
    const [, waitedNs] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')
    return Number(waitedNs) / 1e6
  } catch {
    return 0
  }
}

type Observe = ReturnType<typeof createRecorder>['observe'] | undefined

/** @returns seconds of each sweep, once warm, without those of waiting for a core */
async function sweep(
  frames: readonly (readonly VehicleSearchObject[])[],
  observe: Observe,
): Promise<number[]> {
  const seconds: number[] = []
  let swept = 0
  /** At the first page of a sweep and at the last one. */
  const waited = { first: null as number | null, lastMs: 0 }
  let done = () => {}
  const ended = new Promise<void>((resolve) => {
    done = resolve
  })
  const service = createTestService(systemClock, (search) => {
    waited.lastMs = waitedForCoreMs()
    waited.first ??= waited.lastMs
    const at = swept % (2 * FRAMES - 2)
    return pagesOf(frames[at < FRAMES ? at : 2 * FRAMES - 2 - at]!, search)
  })
  const areas = createLiveAreas({
    client: service.client,
    settings: { pageSize: 1000, vehiclesMaximum: 30_000, intervalSeconds: EVERY_SECONDS },
    bounds: UNBOUNDED,
    ...(observe && { observe }),
    onSweep(outcome, took) {
      if (outcome !== 'ok') throw new Error(outcome)
      if (swept++ >= WARMING) seconds.push(took - (waited.lastMs - (waited.first ?? 0)) / 1000)
      waited.first = null
      if (seconds.length === SWEEPS) done()
    },
  })
  const subscriber = areas.subscribe(streamRequest({ area: AREA, every: EVERY_SECONDS }))
  const reader = subscriber.stream.getReader()
  const reading = (async () => {
    while (!(await reader.read()).done);
  })()
  // Timers of the server keep no process alive.
  const alive = setInterval(() => undefined, 1000)
  await ended
  clearInterval(alive)
  await reader.cancel()
  await reading
  return seconds
}
