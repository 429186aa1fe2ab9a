import { deflateRawSync } from 'node:zlib'
import type { AreaSearch, LiveFailure, LiveVehicle } from '@/lib/api/contract/live'
import { FRAMES_TYPE, type RecordingGap } from '@/lib/api/contract/recording'
import { createAreaRecorder } from '@/lib/recording/area-recorder'
import { areaName } from '@/lib/recording/recorder'
import { createMemorySegments } from '@/lib/recording/store/memory-segments'
import { createStoredRecordings } from '@/lib/recording/stored-recordings'
import { apiOver } from '@/lib/testing/api'
import { createTestClock } from '@/lib/testing/clock'
import { createFrames } from '@/lib/testing/live/sender'
import { liveMeta } from '@/lib/testing/vehicles'

/** A list as it was streamed, or a gap in which none was. */
export type Piece =
  | {
      readonly atMs: number
      readonly vehicles: readonly LiveVehicle[]
      readonly failure?: LiveFailure
    }
  | RecordingGap

/** Records what an area streamed, and answers `GET /api/recording/frames` out of it. */
export function createRecordedArea(search: AreaSearch) {
  let nowMs = 0
  let steadyMs = 0
  const clock = { ...createTestClock(), now: () => nowMs, monotonicNow: () => steadyMs }
  const store = createMemorySegments()
  const keptMs = 24 * 3_600_000
  const recorder = createAreaRecorder({
    store,
    search,
    clock,
    keptMs,
    area: areaName(search),
    onFailing: (error) => {
      throw error
    },
  })
  const options = { store, clock, keptMs, thread: null as never, recorder: { failure: null } }
  const recordings = createStoredRecordings(options)
  const api = apiOver({ recordings: async () => recordings })
  const next = createFrames()
  const requests: URL[] = []
  let last: readonly LiveVehicle[] = []
  let recorded = Promise.resolve()

  async function add(piece: Piece): Promise<void> {
    if ('reason' in piece) {
      // That of a service is in the lists.
      if (piece.reason === 'stopped') await recorder.end('stopped', piece.fromMs)
      return
    }
    const { atMs, vehicles, failure = null } = piece
    steadyMs += Math.max(0, atMs - (nowMs || atMs))
    nowMs = atMs
    if (!failure) last = vehicles
    recorder.record(
      next(last, atMs, liveMeta({ fetchedAt: new Date(atMs).toISOString(), failure })),
    )
    await recorder.settled()
  }

  const server = {
    requests,
    recordings,
    /** Instead of an answer. */
    refuse: null as null | (() => Response),
    record(pieces: readonly Piece[]): void {
      for (const piece of pieces) recorded = recorded.then(() => add(piece))
    },
    fetch: async (input: unknown, { signal }: RequestInit = {}): Promise<Response> => {
      await recorded
      signal?.throwIfAborted()
      const url = new URL(String(input), 'http://kerbside.test')
      requests.push(url)
      return server.refuse ? server.refuse() : api(new Request(url))
    },
  }
  return server
}

/** @param text of server-sent events */
export const recordedResponse = (text: string) =>
  new Response(deflateRawSync(text), { headers: { 'content-type': FRAMES_TYPE } })
