import { randomBytes } from 'node:crypto'
import type { AreaSearch } from '@/lib/schema/live'
import { formatPosition } from '@/lib/schema/position'
import type { LiveSettings } from '@/lib/upstream/live-config'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import { type Clock, systemClock } from './clock'
import type { Reader } from './reader'
import type { ServiceManners } from './sweep'
import { createWatch, type Watch, type WatchOptions } from './watch'

export interface LiveOptions {
  readonly client: WatchOptions['client']
  readonly settings: LiveSettings
  readonly clock?: Clock
  readonly log?: (line: string) => void
  readonly newEpoch?: () => string
}

/** What one reader asks for. */
export interface Opening {
  readonly area: AreaSearch
  /** Seconds between sweeps; null for the shortest there is. */
  readonly every: number | null
  /** Where the reader wants to go on; null for the beginning. */
  readonly lastEventId: string | null
  readonly gzip: boolean
}

export interface Live {
  /** @throws UpstreamError busy */
  open(opening: Opening): Reader
  /** Areas that are watched, or were a moment ago. */
  readonly watches: number
  /** Open streams. */
  readonly readers: number
}

/** Areas at a time: nobody can make the server sweep without end. */
export const WATCHES_MAXIMUM = 200
/** A dropped connection, or a page that was loaded again, finds its area as it left it. */
export const KEPT_MS = 60_000

/** One watch per area, however many look at it. */
export function createLive(options: LiveOptions): Live {
  const { client, settings, clock = systemClock, newEpoch = randomEpoch } = options
  const { log = (line) => process.stderr.write(`${line}\n`) } = options
  const { vehiclesMaximum, intervalSeconds } = settings
  const manners: ServiceManners = { limit: settings.pageSize, pausedUntilMs: 0 }
  const watches = new Map<string, { watch: Watch; cancelDrop: (() => void) | null }>()

  function drop(name: string): void {
    watches.get(name)?.cancelDrop?.()
    watches.delete(name)
  }

  function add(name: string, area: AreaSearch) {
    if (watches.size >= WATCHES_MAXIMUM) dropOldestEmpty()
    const watch = createWatch(area, {
      client,
      clock,
      manners,
      vehiclesMaximum,
      epoch: newEpoch(),
      log,
      onEmpty() {
        const entry = watches.get(name)
        if (entry?.watch === watch) entry.cancelDrop = clock.after(KEPT_MS, () => drop(name))
      },
    })
    const entry = { watch, cancelDrop: null }
    watches.set(name, entry)
    return entry
  }

  function dropOldestEmpty(): void {
    for (const [name, { watch }] of watches) {
      if (watch.readers > 0) continue
      drop(name)
      return
    }
    throw new UpstreamError('busy', `GET /api/live: ${WATCHES_MAXIMUM} areas are watched already`, {
      retryAfterMs: KEPT_MS,
    })
  }

  return {
    get watches() {
      return watches.size
    },
    get readers() {
      return [...watches.values()].reduce((sum, { watch }) => sum + watch.readers, 0)
    },
    open({ area, every, lastEventId, gzip }) {
      const name = JSON.stringify([formatPosition(area.position), area.radius, area.type])
      const entry = watches.get(name) ?? add(name, area)
      entry.cancelDrop?.()
      entry.cancelDrop = null
      const intervalMs = Math.max(every ?? 0, intervalSeconds) * 1000
      return entry.watch.open({ intervalMs, lastEventId, gzip })
    },
  }
}

function randomEpoch(): string {
  return randomBytes(8).toString('hex')
}
