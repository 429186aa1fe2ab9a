import type { ChunkSource } from './chunk-source'
import type { OutlinedChunk } from './outline'

/** A chunk, and the time up to which it is to be decoded. */
export interface PlaceAhead {
  readonly chunk: OutlinedChunk
  readonly atMs: number
}

/** A chunk's last list, whatever the clock did in it. */
const END_MS = Number.POSITIVE_INFINITY

/** Decodes in short pieces what an owner may ask for next; a newer wish ends an older one. It never rejects. */
export function createPreparation(source: ChunkSource) {
  const newest = new Map<string, readonly PlaceAhead[]>()
  return async (area: string, places: readonly PlaceAhead[], owner: string): Promise<void> => {
    newest.set(owner, places)
    const own = source.ofOwner(owner)
    try {
      for (const { chunk, atMs } of places)
        for (let isDone = false; !isDone; ) {
          if (newest.get(owner) !== places) return
          isDone = (await own.ask('prepare', area, chunk, { atMs }))?.isDone ?? true
        }
    } catch {
      // A failure is reported to the request that asks for the list.
    } finally {
      if (newest.get(owner) === places) newest.delete(owner)
    }
  }
}

/** A moment's chunk, first as far as the moment, and those beside it. */
export function placesAround(chunks: readonly OutlinedChunk[], atMs: number): PlaceAhead[] {
  const at = chunks.findIndex(({ toMs }) => toMs >= atMs)
  if (at < 0) return []
  const [chunk, next, before] = [chunks[at]!, chunks[at + 1], chunks[at - 1]]
  const beside = [chunk, next, before].flatMap((one) => (one ? { chunk: one, atMs: END_MS } : []))
  return [{ chunk, atMs }, ...beside]
}
