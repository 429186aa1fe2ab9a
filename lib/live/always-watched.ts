import { type AreaSearch, areaQuery } from '@/lib/api/contract/live'
import { NOBODY } from '@/lib/api/http/shares'
import type { StreamRequest } from './areas'
import type { Subscriber } from './streaming/subscribers'

interface OpenStream {
  readonly stream: Subscriber['stream']
  readonly isClosed: boolean
  readonly close: () => void
}

/** The stream with which Kerbside watches an area by itself. */
export function ownStream(area: AreaSearch, everySeconds: number): StreamRequest {
  return {
    area,
    every: everySeconds,
    holder: NOBODY,
    isOwn: true,
    lastEventId: null,
    topics: [],
    refresh: false,
    gzip: false,
  }
}

export type AlwaysWatched = ReturnType<typeof createAlwaysWatched>

/**
 * Keeps areas polled although no dispatcher watches them.
 * @param wanted the areas now, which the desk may change
 * @param watch polls an area as for a dispatcher; rejects where the bounds of
 * watched areas are reached
 */
export function createAlwaysWatched(
  wanted: () => Promise<readonly AreaSearch[]>,
  watch: (search: AreaSearch) => Promise<OpenStream>,
  log: (line: string) => void,
) {
  const watched = new Map<string, OpenStream>()
  let isStopped = false

  async function keep(search: AreaSearch): Promise<void> {
    const area = nameOf(search)
    if (isStopped || watched.get(area)?.isClosed === false) return
    const open = await watch(search)
    if (isStopped) return open.close()
    watched.set(area, open)
    // A stream that is not read is closed.
    void open.stream.pipeTo(new WritableStream()).catch(() => undefined)
  }

  function closeOthers(areas: readonly AreaSearch[]): void {
    const names = new Set(areas.map(nameOf))
    for (const [name, open] of watched) {
      if (names.has(name)) continue
      open.close()
      watched.delete(name)
    }
  }

  async function reviewOnce(): Promise<void> {
    const areas = await wanted()
    closeOthers(areas)
    for (const search of areas) {
      await keep(search).catch((error: Error) =>
        log(`${nameOf(search)} could not be watched: ${error.message}`),
      )
    }
  }

  let reviewed: Promise<void> = Promise.resolve()
  return {
    /** Watches what is not watched, or no longer; never rejects. */
    review(): Promise<void> {
      // One after the other: an area is watched once.
      reviewed = reviewed.then(reviewOnce).catch((error: Error) => log(error.message))
      return reviewed
    },
    stop(): void {
      isStopped = true
      for (const open of watched.values()) open.close()
    },
  }
}

function nameOf(search: AreaSearch): string {
  return JSON.stringify(areaQuery(search))
}
