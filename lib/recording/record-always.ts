import type { AreaSearch } from '@/lib/api/contract/live'
import type { Subscriber } from '@/lib/live/streaming/subscribers'
import { areaName } from './recorder'

interface OpenStream {
  readonly stream: Subscriber['stream']
  readonly isClosed: boolean
  readonly close: () => void
}

/**
 * Keeps areas polled although no dispatcher watches them.
 * @param watch polls an area as for a dispatcher; rejects where the bounds of
 * watched areas are reached
 */
export function createRecordAlways(
  areas: readonly AreaSearch[],
  watch: (search: AreaSearch) => Promise<OpenStream>,
  log: (line: string) => void,
) {
  const watched = new Map<string, OpenStream>()
  let isStopped = false

  async function keep(search: AreaSearch): Promise<void> {
    const area = areaName(search)
    if (isStopped || watched.get(area)?.isClosed === false) return
    const open = await watch(search)
    if (isStopped) return open.close()
    watched.set(area, open)
    // A stream that is not read is closed.
    void open.stream.pipeTo(new WritableStream()).catch(() => undefined)
  }

  async function reviewOnce(): Promise<void> {
    for (const search of areas) {
      await keep(search).catch((error: Error) =>
        log(`${areaName(search)} of RECORD_AREAS could not be watched: ${error.message}`),
      )
    }
  }

  let reviewed: Promise<void> = Promise.resolve()
  return {
    /** Watches what is not watched, or no longer; never rejects. */
    review(): Promise<void> {
      // One after the other: an area is watched once.
      reviewed = reviewed.then(reviewOnce)
      return reviewed
    },
    stop(): void {
      isStopped = true
      for (const open of watched.values()) open.close()
    },
  }
}
