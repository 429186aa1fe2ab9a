import type { AreaSearch } from '@/lib/api/contract/live'
import type { Chunk, Segment, SegmentStore } from './segment-store'

interface Held extends Chunk {
  readonly area: string
  readonly held: readonly Segment[]
}

/** Recordings that end with the process, for demo data. */
export function createMemorySegments(): SegmentStore {
  const areas = new Map<string, AreaSearch>()
  let chunks: Held[] = []

  function chunkOf(
    area: string,
    id: string,
    continues: string | null,
    held: readonly Segment[],
  ): Held {
    const times = held.map(({ atMs }) => atMs)
    return {
      id,
      area,
      fromMs: Math.min(...times),
      toMs: Math.max(...times),
      segments: held.length,
      continues,
      held,
    }
  }

  return {
    areas: async () => [...areas.values()],
    addArea: async (area, search) => void areas.set(area, search),
    forgetArea: async (area) => void areas.delete(area),
    async write({ area, chunk: id, continues, segments }) {
      const at = chunks.findIndex((chunk) => chunk.id === id)
      const before = chunks[at]
      if (before) chunks[at] = chunkOf(area, id, before.continues, [...before.held, ...segments])
      else chunks.push(chunkOf(area, id, continues, segments))
    },
    chunks: async (area) => chunks.filter((chunk) => chunk.area === area),
    notes: async (area, fromMs) =>
      chunks
        .filter((chunk) => chunk.area === area && chunk.toMs >= fromMs)
        .flatMap(({ id, held }) =>
          held.flatMap(({ note, atMs }) => (note === undefined ? [] : { chunk: id, atMs, note })),
        ),
    segments: async (_area, id) => chunks.find((chunk) => chunk.id === id)?.held ?? [],
    async replace(area, replaced, by, of) {
      chunks = chunks.flatMap((chunk) => {
        if (chunk.id !== replaced || (of !== undefined && chunk.segments !== of)) return chunk
        return by.length > 0 ? chunkOf(area, replaced, null, by) : []
      })
    },
    async deleteUnreadable(limitMs) {
      chunks = chunks.filter(({ area, toMs }) => areas.has(area) || toMs >= limitMs)
    },
  }
}
