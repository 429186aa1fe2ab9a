import type { AreaSearch } from '@/lib/contract/live'
import type { Chunk, NewSegments, Segment, SegmentStore } from './segment-store'

interface Held extends Chunk {
  readonly area: string
  readonly held: readonly Segment[]
}

/** Recordings that end with the process, for demo data. */
export function createMemorySegments(): SegmentStore {
  const searches = new Map<string, AreaSearch>()
  let chunks: Held[] = []

  function withSegments({ area, chunk: id, base, segments }: NewSegments, before: readonly Segment[]): Held {
    const held = [...before, ...segments]
    const times = held.map(({ atMs }) => atMs)
    const [fromMs, toMs] = [Math.min(...times), Math.max(...times)]
    return { id, area, base, fromMs, toMs, segments: held.length, held }
  }

  return {
    areas: async () => [...searches.values()],
    addArea: async (area, search) => void searches.set(area, search),
    forgetArea: async (area) => void searches.delete(area),
    async write(added) {
      const at = chunks.findIndex(({ id }) => id === added.chunk)
      const chunk = withSegments(added, chunks[at]?.held ?? [])
      if (at < 0) chunks.push(chunk)
      else chunks[at] = chunk
    },
    chunks: async (area) => chunks.filter((chunk) => chunk.area === area),
    segments: async (_area, id, most) => chunks.find((chunk) => chunk.id === id)?.held.slice(0, most) ?? [],
    async replace(_area, replaced, by) {
      chunks = chunks.flatMap((chunk) => (chunk.id !== replaced ? chunk : by ? withSegments(by, []) : []))
    },
    async replaceKey(_area, id, base, body) {
      chunks = chunks.map((chunk) => {
        const [key, ...frames] = chunk.held
        return chunk.id === id && key ? { ...chunk, base, held: [{ ...key, body }, ...frames] } : chunk
      })
    },
  }
}
