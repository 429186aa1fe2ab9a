import { expect, test } from 'vitest'
import type { LiveVehicle } from '@/lib/api/contract/live'
import { StatusTimes } from '@/lib/fleet/status-times/status-times'
import { clusterOver } from '@/lib/live/cluster/cluster'
import { BACK_SOON_MS } from '@/lib/live/observed-frames'
import { areaName, createRecorder } from '@/lib/recording/recorder'
import { createMemorySegments } from '@/lib/recording/store/memory-segments'
import { createTestClock } from '@/lib/testing/clock'
import { createTestHub, plainEncryption } from '@/lib/testing/live/coordinator'
import {
  AREA,
  createTestService,
  failing,
  liveOver,
  pagesOf,
  streamRequest,
} from '@/lib/testing/live/live-area'
import { browse } from '@/lib/testing/live/live-browser'
import { readRecording, sorted } from '@/lib/testing/recording/recorded-lists'
import { vehicle } from '@/lib/testing/vehicles'

const KEPT_MS = 60 * 60_000
const VEHICLES = 30

/** Two nodes that record into one store their streams of a fleet that drives, comes and goes. */
function openNodes() {
  const clock = createTestClock()
  const store = createMemorySegments()
  const hub = createTestHub(clock)
  const state = { isFailing: false }
  const service = createTestService(clock, (search) => {
    if (state.isFailing && search.cursor !== null) throw failing('upstream-unreachable')
    const frame = Math.floor(clock.now() / 5000) % 10_000
    const fleet = Array.from({ length: VEHICLES }, (_, n) => {
      const position = n % 3 === 0 ? { lat: 51 + frame / 1e5, lng: n / 7 } : null
      return vehicle(`v-${n}`, { position, status: (frame + n) % 9 === 0 ? 'busy' : 'available' })
    })
    return pagesOf(
      fleet.filter((_, n) => (frame + n) % 11 !== 0),
      { ...search, limit: 10 },
    )
  })
  const lines: string[] = []
  const nodes = ['a', 'b'].map((name) => {
    const recorder = createRecorder(store, KEPT_MS, clock, (line) => lines.push(line))
    const live = liveOver(service, clock, {
      newEpoch: () => name,
      cluster: clusterOver(hub.connect(name), plainEncryption),
      annotations: { statusTimes: new StatusTimes(name) },
      observe: (search) => recorder.observe(search),
    })
    return { live, recorder }
  })
  return { clock, store, hub, nodes, lines, state }
}

test('every list that was streamed is recorded once, over a failing service and the death of a node', async () => {
  const { clock, store, hub, nodes, lines, state } = openNodes()
  const streamed = new Map<string, LiveVehicle[]>()
  const [one, other] = nodes.map(({ live }) =>
    browse(live.subscribe(streamRequest()), null, (version, list) =>
      streamed.set(version, sorted(list.values())),
    ),
  )
  await clock.advance(400_000)
  state.isFailing = true
  await clock.advance(60_000)
  state.isFailing = false
  await clock.advance(60_000)
  hub.unreachable.add('a')
  await one!.disconnect()
  const diedAtMs = clock.now()
  await clock.advance(200_000)
  await other!.disconnect()
  await clock.advance(BACK_SOON_MS)

  const { chunks, lists, metas } = await readRecording(store, areaName(AREA))
  expect(chunks.map(({ endReason }) => endReason)).toEqual([null, 'unwatched', 'unwatched'])
  expect([...lists.keys()]).toEqual([...streamed.keys()])
  for (const [version, list] of streamed) expect(lists.get(version)).toEqual(list)
  const states = [...metas.values()].map(({ failure, incomplete }) => failure?.kind ?? incomplete)
  expect(new Set(states)).toEqual(new Set([null, 'upstream-unreachable']))
  expect(chunks[2]!.atMs[0]! - diedAtMs).toBeLessThanOrEqual(10_000)
  expect(lines).toEqual([])
})

test('a list is stored with the time at which it was streamed, also the first of a chunk', async () => {
  const clock = createTestClock()
  const store = createMemorySegments()
  let reads = 0
  const ticking = { ...clock, now: () => clock.now() + reads++ / 10 }
  const recorder = createRecorder(store, KEPT_MS, ticking, () => undefined)
  const service = createTestService(clock, (search) => pagesOf([vehicle('v-0')], search))
  const live = liveOver(service, ticking, { observe: (search) => recorder.observe(search) })
  const browser = browse(live.subscribe(streamRequest()))
  await clock.advance(400_000)
  await browser.disconnect()
  // Reads the times of all.
  expect((await readRecording(store, areaName(AREA))).chunks).toHaveLength(2)
})

test('an area that cannot be purged keeps no other from it, and one purge runs at a time', async () => {
  const clock = createTestClock()
  const store = createMemorySegments()
  const names: string[] = []
  for (const radius of [1, 2]) {
    const search = { ...AREA, radius }
    const area = areaName(search)
    names.push(area)
    await store.addArea(area, search)
    const key = { kind: 'key', atMs: clock.now() - KEPT_MS - 1, body: new Uint8Array() } as const
    await store.write({ area, chunk: area, continues: null, after: 0, segments: [key] })
  }
  const { chunks } = store
  const readAreas: string[] = []
  const fails = async (area: string) => {
    if (readAreas.push(area) === 1) throw new Error('broken')
    return chunks(area)
  }
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const recorder = createRecorder({ ...store, chunks: fails }, KEPT_MS, clock, log)
  await Promise.all([recorder.purge(), recorder.purge()])
  expect(readAreas).toEqual([names[0], names[1], names[1]])
  expect(lines).toEqual(['what is too old could not be deleted: broken'])
  expect((await store.areas()).map(({ radius }) => radius)).toEqual([1])
  await recorder.purge()
  expect(await store.areas()).toEqual([])
})
