import { expect, test } from 'vitest'
import { FrameWriter, finish, writeKey } from '@/lib/recording/codec/chunk'
import type { Segment } from '@/lib/recording/store/segment-store'
import { headOf, START_MS } from '@/lib/testing/recording/random-histories'
import { vehicle } from '@/lib/testing/vehicles'
import { ChunkCache, type ChunkData, type ChunkRef } from './chunk-cache'

const FRAMES = 12
const VEHICLES = 500

/** A chunk of vehicles that all move in each frame. */
function chunkOf(name: string): { ref: ChunkRef; data: ChunkData } {
  const records = Array.from({ length: VEHICLES }, (_, n) =>
    vehicle(`${name}-${n}`, { position: { lat: 51.5, lng: n / 1e5 } }),
  )
  const key = { head: headOf(0), records }
  const segments: Segment[] = [{ kind: 'key', atMs: START_MS, body: finish(writeKey(key)) }]
  const writer = new FrameWriter(key)
  for (let frame = 1; frame <= FRAMES; frame++) {
    const upserts = records.map(({ id }, n) => ({ id, position: { lat: 51.5 + frame / 1e5, lng: n / 1e5 } }))
    const body = writer.write(headOf(frame), { upserts, removed: [] })
    segments.push({ kind: 'frame', atMs: START_MS + 5000 * frame, body })
  }
  const base = { key: `base of ${name}`, segment: segments[0]! }
  return { ref: { key: name, segments: segments.length }, data: { segments, isDifference: false, base } }
}

const latOf = (cache: ChunkCache, { ref, data }: ReturnType<typeof chunkOf>, given = true) =>
  cache
    .get(ref, given ? data : undefined)
    ?.list(FRAMES)
    .record(0)?.position

test('chunks are kept up to a number of bytes, those that were used last; one that is larger alone is kept too', () => {
  const chunks = ['a', 'b', 'c', 'd', 'e'].map(chunkOf)
  const one = new ChunkCache()
  latOf(one, chunks[0]!)
  const { bytes } = one.get(chunks[0]!.ref, undefined)!
  // Columns of each frame, of the lists that are kept, and the vehicles themselves.
  expect(bytes).toBeGreaterThan(FRAMES * VEHICLES * 17 + VEHICLES * 1000)
  const kept = (chunkBytes: number) => {
    const cache = new ChunkCache({ chunkBytes, baseBytes: 1e6 })
    for (const chunk of chunks) expect(latOf(cache, chunk)).toEqual({ lat: 51.50012, lng: 0 })
    latOf(cache, chunks.at(-1)!, false)
    return chunks.map((chunk) => latOf(cache, chunk, false) !== undefined)
  }
  expect(kept(Math.round(3.5 * bytes))).toEqual([false, false, true, true, true])
  expect(kept(Math.round(bytes / 2))).toEqual([false, false, false, false, true])
})
