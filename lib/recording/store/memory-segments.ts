import type { AreaSearch } from '@/lib/contract/live'
import type { Base, Chunk, NewSegments, Segment, SegmentStore } from './segment-store'

interface Held extends Chunk {
  readonly area: string
  readonly held: readonly Segment[]
}

/** Recordings that end with the process, for demo data. */
export function createMemorySegments(): SegmentStore {
  const areas = new Map<string, AreaSearch>()
  let chunks: Held[] = []

  function withSegments({ area, chunk: id, base, ...added }: NewSegments, before: Held | null): Held {
    const held = [...(before?.held ?? []), ...added.segments.map((segment) => withBase(segment, base))]
    const continues = before ? before.continues : added.continues
    const bytes = held.reduce((sum, { body }) => sum + body.length, 0)
    const times = held.map(({ atMs }) => atMs)
    const [fromMs, toMs] = [Math.min(...times), Math.max(...times)]
    return {
      id,
      area,
      base: held[0]?.base?.chunk ?? null,
      fromMs,
      toMs,
      segments: held.length,
      continues,
      bytes,
      held,
    }
  }

  return {
    areas: async () => [...areas.values()],
    earlierAlways: async () => [],
    addArea: async (area, search) => void areas.set(area, search),
    forgetArea: async (area) => void areas.delete(area),
    async write(added) {
      const at = chunks.findIndex(({ id }) => id === added.chunk)
      const chunk = withSegments(added, chunks[at] ?? null)
      if (at < 0) chunks.push(chunk)
      else chunks[at] = chunk
    },
    chunks: async (area) => chunks.filter((chunk) => chunk.area === area),
    notes: async (area, fromMs) =>
      chunks
        .filter((chunk) => chunk.area === area && chunk.toMs >= fromMs)
        .flatMap(({ id, held }) =>
          held.flatMap(({ note, atMs }) => (note === undefined ? [] : { chunk: id, atMs, note })),
        ),
    segments: async (_area, id, most) => chunks.find((chunk) => chunk.id === id)?.held.slice(0, most) ?? [],
    async replace(_area, replaced, by, of) {
      chunks = chunks.flatMap((chunk) => {
        if (chunk.id !== replaced || (of !== undefined && chunk.segments !== of)) return chunk
        return by ? withSegments(by, null) : []
      })
    },
    async deleteUnreadable(limitMs) {
      chunks = chunks.filter(({ area, toMs }) => areas.has(area) || toMs >= limitMs)
    },
    async replaceKey(_area, id, from, base, body) {
      const at = chunks.findIndex((chunk) => chunk.id === id && chunk.base === from)
      const chunk = chunks[at]
      const [key, ...frames] = chunk?.held ?? []
      if (!chunk || !key) return false
      const { base: _, ...rest } = key
      const held = [withBase({ ...rest, body }, base), ...frames]
      chunks[at] = { ...chunk, base: base?.chunk ?? null, held }
      return true
    },
  }
}

const withBase = (segment: Segment, base: Base | null): Segment =>
  segment.kind === 'key' && base ? { ...segment, base } : segment
