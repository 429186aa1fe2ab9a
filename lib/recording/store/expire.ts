import type { LiveVehicle } from '@/lib/contract/live'
import { CHUNK_MS } from '@/lib/recording/area-recorder'
import { FrameReader, FrameWriter, type KeyFrame, writeKey } from '@/lib/recording/codec/chunk'
import { readKeyOf } from '@/lib/recording/read-chunk'
import type { Clock } from '@/lib/scheduling/clock'
import { inSteps } from '@/lib/scheduling/steps'
import { noteOf } from './note'
import type { Base, Chunk, Segment, SegmentStore } from './segment-store'

export interface ExpireOptions {
  readonly store: SegmentStore
  readonly area: string
  /** Lists streamed before it are deleted. */
  readonly limitMs: number
  readonly clock: Pick<Clock, 'now' | 'yieldToEventLoop'>
}

/**
 * Deletes what is too old, of a chunk the first part. Each step leaves all that remains readable, so that a process may be
 * killed in between.
 */
export async function expire({ store, area, limitMs, clock }: ExpireOptions): Promise<void> {
  const chunks = await store.chunks(area)
  const newest = chunks.at(-1)
  const old = chunks.filter(({ toMs }) => toMs < limitMs)
  const cut = chunks.filter(({ fromMs, toMs }) => fromMs < limitMs && toMs >= limitMs)
  // The newest may still be written to; a process that was killed left it without an end.
  const isRecent = newest && newest === cut.at(-1) && clock.now() - newest.toMs <= CHUNK_MS
  if (isRecent && !(await hasEnded(newest))) cut.pop()
  const gone = new Set([...old, ...cut].map(({ id }) => id))
  await keepReadable(chunks.filter(({ id }) => !gone.has(id)))
  const needed = new Set(cut.map(({ base }) => base))
  for (const { id } of old) if (!needed.has(id)) await store.replace(area, id, null)
  // Backwards, since one may be the base of those after it.
  for (const chunk of cut.toReversed()) await cutChunk(chunk)
  for (const { id } of old) if (needed.has(id)) await store.replace(area, id, null)
  if (gone.size > 0 && (await store.chunks(area)).length === 0) await store.forgetArea(area)

  async function hasEnded({ id }: Chunk): Promise<boolean> {
    return (await store.segments(area, id)).at(-1)?.kind === 'end'
  }

  /** Chunks whose base goes get one of themselves. */
  async function keepReadable(kept: readonly Chunk[]): Promise<void> {
    const bases = new Map<string, Base & { readonly records: readonly LiveVehicle[] }>()
    for (const chunk of kept) {
      if (chunk.base === null || !gone.has(chunk.base)) continue
      const key = await readKeyOf(store, area, chunk.id, clock)
      if (!key) continue
      const base = bases.get(chunk.base) ?? null
      const body = await inSteps(writeKey(key, base?.records), clock)
      const to = base && { chunk: base.chunk, atMs: base.atMs }
      const isReplaced = await store.replaceKey(area, chunk.id, chunk.base, to, body)
      if (!base && isReplaced)
        bases.set(chunk.base, { chunk: chunk.id, atMs: key.head.atMs, records: key.records })
    }
  }

  async function cutChunk(chunk: Chunk): Promise<void> {
    const key = await readKeyOf(store, area, chunk.id, clock)
    const segments = key ? await store.segments(area, chunk.id) : []
    const first = segments.findIndex(({ atMs }) => atMs >= limitMs)
    const left =
      key && first > 0 && segments[first]?.kind === 'frame' ? await rewrite(key, segments, first) : []
    const by = { area, chunk: chunk.id, base: null, continues: null, after: 0, segments: left }
    await store.replace(area, chunk.id, left.length > 0 ? by : null, chunk.segments)
  }

  /** The segments from `first` on, which becomes a key frame. */
  async function rewrite(key: KeyFrame, segments: readonly Segment[], first: number): Promise<Segment[]> {
    const reader = FrameReader.of(key)
    const left: Segment[] = []
    let writer: FrameWriter | null = null
    for (const [at, segment] of segments.entries()) {
      if (segment.kind === 'end' && writer) left.push(segment)
      if (segment.kind !== 'frame') continue
      const { head, ...delta } = reader.read(segment.body)
      if (writer) left.push({ ...segment, body: writer.write(head, delta) })
      else if (at === first) {
        const cut = { head, records: reader.records() }
        const note = JSON.stringify(noteOf(cut.records, head.meta))
        left.push({ kind: 'key', atMs: segment.atMs, body: await inSteps(writeKey(cut), clock), note })
        writer = new FrameWriter(cut)
      }
      await clock.yieldToEventLoop()
    }
    return left
  }
}
