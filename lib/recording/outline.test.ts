import { expect, test } from 'vitest'
import { gapsOf, outlineOf, recordedOf } from './outline'
import { openFrames } from './read-frames'
import type { Chunk, Segment, StoredNote } from './store/segment-store'

const INTERVAL_MS = 5000
const LISTS_MS = Array.from({ length: 13 }, (_, n) => n * INTERVAL_MS)
const ENDS_MS = 12 * INTERVAL_MS

const damaged = new Map<string, number>()

/** Two chunks of a minute each, of a recorder that stopped and one that started later. */
function recordedTwice(holeMs: number) {
  const chunkAt = (id: string, fromMs: number): Chunk => ({
    id,
    fromMs,
    toMs: fromMs + ENDS_MS,
    continues: null,
    segments: LISTS_MS.length,
  })
  const stored = [chunkAt('a', 0), chunkAt('b', ENDS_MS + holeMs)]
  const notes = stored.flatMap(({ id, fromMs }) =>
    // Only every other list has one.
    LISTS_MS.filter((_, n) => n % 2 === 0).map((ms): StoredNote => {
      return { chunk: id, atMs: fromMs + ms, note: JSON.stringify({ byStatus: {}, problem: null }) }
    }),
  )
  const chunks = outlineOf(stored, notes)
  const load = async ({ fromMs }: Chunk) =>
    LISTS_MS.map((ms, n): Segment => {
      return {
        kind: n === 0 ? 'key' : 'delta',
        atMs: fromMs + ms,
        body: new Uint8Array(),
      } as Segment
    })
  return { chunks, damaged, load }
}

test('a hole of less than two intervals is no gap, and the list before it stays', async () => {
  const recorded = recordedTwice(8000)
  expect(gapsOf(recorded)).toEqual([])
  expect(recordedOf(recorded)).toHaveLength(1)
  const inHole = { atMs: ENDS_MS + 4000, start: null }
  const { fromMs } = await openFrames(recorded, { from: inHole, toMs: 180_000 })
  expect(fromMs).toBe(0)
})

test('a longer hole is a gap', async () => {
  const recorded = recordedTwice(10_000)
  expect(gapsOf(recorded)).toMatchObject([{ fromMs: ENDS_MS, toMs: ENDS_MS + 10_000 }])
  const inHole = { atMs: ENDS_MS + 4000, start: null }
  const { fromMs } = await openFrames(recorded, { from: inHole, toMs: 180_000 })
  expect(fromMs).toBe(ENDS_MS + 10_000)
})
