import type { AreaSearch } from '@/lib/schema/live'
import type { VehicleSearchObject } from '@/lib/schema/resources'
import type { ServiceClient } from '@/lib/upstream/service'
import type { Clock } from './clock'
import { findDepartures } from './departures'
import { createFeed } from './feed'
import { createKnown } from './known'
import { createNews } from './news'
import { createReader, type Reader } from './reader'
import { createReaders } from './readers'
import { pauseUntil, type ServiceManners, type Sweep, sweepArea } from './sweep'
import { createSweeper } from './sweeper'

export interface WatchOptions {
  readonly client: Pick<ServiceClient, 'searchVehicles' | 'getVehicleStatus'>
  readonly clock: Clock
  readonly manners: ServiceManners
  readonly vehiclesMaximum: number
  readonly epoch: string
  readonly log: (line: string) => void
  /** The last reader left. */
  readonly onEmpty: () => void
}

/** An area that somebody looks at. */
export interface Watch {
  readonly readers: number
  open(wish: ReaderWish): Reader
}

export interface ReaderWish {
  readonly intervalMs: number
  /** Where the reader wants to go on; null for the beginning. */
  readonly lastEventId: string | null
  readonly gzip: boolean
}

/** A fast service must not make an event of every page. */
const PROGRESS_MS = 100

export function createWatch(area: AreaSearch, options: WatchOptions): Watch {
  const { client, clock, manners, vehiclesMaximum, epoch, log, onEmpty } = options
  const known = createKnown(vehiclesMaximum, clock)
  const readers = createReaders(clock, log)
  let asking: AbortController | null = null

  const sweeper = createSweeper({ clock, manners, sweep, onSweep, log })
  const news = createNews(clock, known, sweeper)
  const feed = createFeed({ epoch, clock, records: known.records, meta: news.meta })

  function sweep(signal: AbortSignal): Promise<Sweep> {
    let waiting: VehicleSearchObject[] = []
    let toldAtMs = -Infinity
    return sweepArea(area, {
      client,
      manners,
      vehiclesMaximum,
      clock,
      signal,
      onPage(fresh, loaded, total) {
        if (feed.hasBegun || signal.aborted) return
        waiting.push(...fresh)
        if (clock.now() - toldAtMs < PROGRESS_MS) return
        const about = total === null ? null : Math.max(total, loaded)
        feed.progress({ loaded, about, vehicles: waiting, failure: null }, toldAtMs === -Infinity)
        waiting = []
        toldAtMs = clock.now()
        readers.wake()
      },
    })
  }

  async function onSweep(result: Sweep): Promise<void> {
    const change = await known.compare(result)
    news.take(result)
    if (!feed.hasBegun && result.pages === 0) {
      feed.progress({ loaded: 0, about: null, vehicles: [], failure: news.failure() }, true)
    } else {
      const { upserts, removed, left } = change()
      if (feed.hasBegun) feed.publish({ upserts, removed, departures: [] })
      else feed.begin()
      if (left.length > 0) tellDepartures(left)
    }
    readers.wake()
  }

  /** Beside the sweeps, which do not wait for it; one round at a time, so that calls cannot pile up. */
  async function tellDepartures(left: readonly VehicleSearchObject[]): Promise<void> {
    if (asking) return
    asking = new AbortController()
    const { signal } = asking
    try {
      const found = await findDepartures(client, area, left, signal)
      if (found.retryAfterMs !== null) pauseUntil(manners, clock.now() + found.retryAfterMs)
      // One that is back by now did not leave.
      const departures = found.departures.filter(({ id }) => !known.has(id))
      if (departures.length > 0) feed.publish({ upserts: [], removed: [], departures })
      readers.wake()
    } catch (error) {
      if (!signal.aborted) log(`lib/live: ${error}`)
    } finally {
      asking = null
    }
  }

  /** Who opens an area while the service is left alone learns why nothing comes. */
  function tellPause(): void {
    const retryAfterMs = manners.pausedUntilMs - clock.now()
    if (retryAfterMs <= 0 || feed.hasBegun || sweeper.last) return
    const since = new Date(clock.now()).toISOString()
    const failure = { kind: 'rate-limited', since, retryAfterMs } as const
    feed.progress({ loaded: 0, about: null, vehicles: [], failure }, true)
  }

  function leave(reader: Reader): void {
    if (!readers.remove(reader)) return
    sweeper.setIntervalMs(readers.intervalMs())
    if (readers.count > 0) return
    asking?.abort(new Error('nobody looks'))
    onEmpty()
  }

  return {
    get readers() {
      return readers.count
    },
    open({ intervalMs, lastEventId, gzip }) {
      const place = feed.open(lastEventId)
      const reader = createReader({ place, clock, gzip, onClose: () => leave(reader) })
      readers.add(reader, intervalMs)
      tellPause()
      sweeper.refresh()
      sweeper.setIntervalMs(readers.intervalMs())
      return reader
    },
  }
}
