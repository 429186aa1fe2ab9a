import type { Chunk, NewSegments, Segment, SegmentStore, StoredArea } from './segment-store'

interface Held extends Chunk {
  readonly area: string
  readonly held: readonly Segment[]
}

/** Recordings that end with the process, for demo data. */
export function createMemorySegments(): SegmentStore {
  const areas = new Map<string, StoredArea>()
  let chunks: Held[] = []

  function withSegments({ area, chunk: id, base, ...added }: NewSegments, before: Held | null): Held {
    const held = [...(before?.held ?? []), ...added.segments]
    const continues = before ? before.continues : added.continues
    const bytes = held.reduce((sum, { body }) => sum + body.length, 0)
    const times = held.map(({ atMs }) => atMs)
    const [fromMs, toMs] = [Math.min(...times), Math.max(...times)]
    return { id, area, base, fromMs, toMs, segments: held.length, continues, bytes, held }
  }

  return {
    areas: async () => [...areas.values()],
    addArea: async (area, search, name) =>
      void areas.set(area, { search, name: name === undefined ? (areas.get(area)?.name ?? null) : name }),
    forgetArea: async (area) => void (areas.get(area)?.name === null && areas.delete(area)),
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
    async replace(_area, replaced, by) {
      chunks = chunks.flatMap((chunk) => (chunk.id !== replaced ? chunk : by ? withSegments(by, null) : []))
    },
    async replaceKey(_area, id, base, body) {
      chunks = chunks.map((chunk) => {
        const [key, ...frames] = chunk.held
        return chunk.id === id && key ? { ...chunk, base, held: [{ ...key, body }, ...frames] } : chunk
      })
    },
  }
}
