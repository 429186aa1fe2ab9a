import { randomBytes } from 'node:crypto'
import type { LiveSettings } from '@/lib/config/settings'
import type { AreaSearch } from '@/lib/contract/live'
import { formatPosition } from '@/lib/interface/position'
import { type Cluster, singleNode } from '@/lib/live/cluster/cluster'
import { createSemaphore } from '@/lib/live/polling/semaphore'
import type { ServiceLimits } from '@/lib/live/polling/sweep'
import type { Subscriber } from '@/lib/live/streaming/subscriber'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import { type Area, type AreaOptions, createArea } from './area'
import type { OnFailing } from './area-status'
import { type Clock, systemClock } from './clock'

export interface LiveAreasOptions {
  readonly client: AreaOptions['client']
  readonly settings: LiveSettings
  readonly clock?: Clock
  readonly log?: (line: string) => void
  readonly newEpoch?: () => string
  /** How several nodes share their sweeps; by default there is one. */
  readonly relay?: (options: ClusterOptions) => Cluster
  /** Told of every sweep that ended: `ok`, why it is not whole, or what it failed with. */
  readonly onSweep?: (outcome: string, seconds: number) => void
  readonly onFailing?: OnFailing
}

/** What one reader asks for. */
export interface StreamRequest {
  readonly area: AreaSearch
  /** Seconds between sweeps; null for the shortest there is. */
  readonly every: number | null
  /** Where the reader wants to go on; null for the beginning. */
  readonly lastEventId: string | null
  readonly gzip: boolean
}

/** What a relay has to know of this node. */
export interface ClusterOptions {
  readonly clock: Clock
  readonly newEpoch: () => string
  readonly log: (line: string) => void
  /** Another node was asked to leave the service alone. */
  readonly onPause: (leftMs: number) => void
}

export interface LiveAreas {
  /** @throws UpstreamError busy */
  open(opening: StreamRequest): Subscriber
  /** Areas that are watched, or were a moment ago. */
  readonly watches: number
  /** Of those, swept by this node. */
  readonly swept: number
  /** Open streams. */
  readonly readers: number
  /** Of the oldest data shown to anybody; 0 when nobody looks. */
  readonly dataAgeSeconds: number
}

/** Areas at a time: nobody can make the server sweep without end. */
export const AREAS_MAXIMUM = 200
/** Fewer than the calls that may be made at a time: who looks up a vehicle does not wait behind many areas. */
const PAGES_AT_A_TIME = 12
/** A dropped connection, or a page that was loaded again, finds its area as it left it. */
export const KEPT_MS = 60_000

/** One watch per area, however many look at it. */
export function createLiveAreas(options: LiveAreasOptions): LiveAreas {
  const { settings, clock = systemClock, newEpoch = randomEpoch, onSweep, onFailing } = options
  const inTurn = createSemaphore(PAGES_AT_A_TIME)
  const client: AreaOptions['client'] = {
    ...options.client,
    searchVehicles: (search, more) => inTurn(() => options.client.searchVehicles(search, more)),
  }
  const { log = (line) => process.stderr.write(`${line}\n`) } = options
  const { vehiclesMaximum, intervalSeconds } = settings
  const manners: ServiceLimits = { limit: settings.pageSize, pausedUntilMs: 0 }
  const relay =
    options.relay?.({
      clock,
      newEpoch,
      log,
      // Not told on: it would go round and round.
      onPause(leftMs) {
        manners.pausedUntilMs = Math.max(manners.pausedUntilMs, clock.steadyNow() + leftMs)
      },
    }) ?? singleNode(newEpoch)
  manners.onPause = (untilMs) => relay.tellPause?.(untilMs - clock.steadyNow())
  const watches = new Map<string, { watch: Area; cancelDrop: (() => void) | null }>()

  function drop(name: string): void {
    watches.get(name)?.cancelDrop?.()
    watches.delete(name)
  }

  function add(name: string, area: AreaSearch) {
    if (watches.size >= AREAS_MAXIMUM) dropOldestEmpty()
    const watch = createArea(area, {
      client,
      clock,
      manners,
      vehiclesMaximum,
      join: (node) => relay.join(name, node),
      log,
      onSweep,
      onFailing,
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
    throw new UpstreamError('busy', `GET /api/live: ${AREAS_MAXIMUM} areas are watched already`, {
      retryAfterMs: KEPT_MS,
    })
  }

  return {
    get watches() {
      return watches.size
    },
    get swept() {
      return [...watches.values()].filter(({ watch }) => watch.sweeps).length
    },
    get readers() {
      return [...watches.values()].reduce((sum, { watch }) => sum + watch.readers, 0)
    },
    get dataAgeSeconds() {
      const ages = [...watches.values()].map(({ watch }) => (watch.readers > 0 ? watch.dataAgeSeconds : 0))
      return Math.max(0, ...ages)
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
