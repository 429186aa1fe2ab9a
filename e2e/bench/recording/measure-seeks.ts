import type { SegmentStore } from '@/lib/recording/store/segment-store'
import { createStoredRecordings } from '@/lib/recording/stored-recordings'
import { hash } from '@/lib/reference/hash'
import { systemClock } from '@/lib/scheduling/clock'
import { startRecordingThread } from '@/lib/testing/recording/recording-thread'
import { AREA, type StreamedList } from './record-fleet'

const SEEKS = 60
const SEEK_MS = 80
const COLD_MS = 1000
const SLOW_MS = 60_000

export interface Seeks {
  readonly what: string
  readonly ms: readonly number[]
  readonly wantedMs: number
}

/** Time until all of a list is answered, as its difference to the one answered before. */
export async function measureSeeks(store: SegmentStore, streamed: readonly StreamedList[]): Promise<Seeks[]> {
  const thread = startRecordingThread()
  let pass = 0
  /** Six minutes count as others in each pass, so that they are decoded again. */
  const renaming = {
    async request(...[name, value, options]: Parameters<typeof thread.request>) {
      const asked = value as { chunk?: { key: string } }
      const chunk = asked.chunk && { ...asked.chunk, key: `${asked.chunk.key} ${pass}` }
      return thread.request(name, { ...asked, ...(chunk && { chunk }) } as never, options)
    },
  } as Pick<typeof thread, 'request'>
  const options = {
    store,
    thread: renaming,
    recorder: { failure: null },
    keptMs: 0,
    always: new Set<string>(),
  }
  const recordings = createStoredRecordings({ ...options, clock: systemClock })
  let have: string | null = null
  async function seek(atMs: number): Promise<number> {
    const begunMs = performance.now()
    const from = { atMs, start: null }
    const reader = { owner: 'bench', signal: AbortSignal.timeout(SLOW_MS) }
    const frames = recordings.frames({ search: AREA, from, toMs: atMs, have }, reader)
    const parts: Uint8Array[] = []
    for await (const part of frames) parts.push(part)
    const ms = performance.now() - begunMs
    have = /"place":"([^"]+)"/.exec(Buffer.concat(parts).toString())?.[1] ?? null
    return ms
  }
  const { atMs: begunMs } = streamed[0]!
  const lengthMs = streamed.at(-1)!.atMs - begunMs
  async function seeks(seed: number, before: (atMs: number) => Promise<void>): Promise<number[]> {
    const all: number[] = []
    for (let n = 0; n < SEEKS; n++) {
      const atMs = begunMs + (hash(seed, n, 1) % lengthMs)
      await before(atMs)
      all.push(await seek(atMs))
    }
    return all
  }
  const another = async () => void pass++
  // The thread starts, and its functions are compiled.
  await seeks(8, async () => {})
  const cold = await seeks(9, another)
  await seeks(7, async () => {})
  const warm = await seeks(7, async () => {})
  await thread.stop()
  return [
    { what: 'in six minutes that were opened before', ms: warm, wantedMs: SEEK_MS },
    { what: 'where nothing was opened before', ms: cold, wantedMs: COLD_MS },
  ]
}
