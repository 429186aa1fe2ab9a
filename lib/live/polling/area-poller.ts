import type { AreaSearch, LiveProgress } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { Clock } from '@/lib/live/clock'
import type { ServiceClient } from '@/lib/upstream/service'
import { findDepartures } from './departure-reasons'
import { pauseUntil, type ServiceLimits, type Sweep, sweepArea } from './sweep'
import { createSweepScheduler, type SweepScheduler } from './sweep-scheduler'

export interface AreaPollerOptions {
  readonly client: Pick<ServiceClient, 'searchVehicles' | 'getVehicleStatus'>
  readonly clock: Clock
  readonly manners: ServiceLimits
  readonly vehiclesMaximum: number
  readonly log: (line: string) => void
  /** The first sweep goes on; asked for only while `isFirst`. */
  readonly onProgress: (progress: LiveProgress, begins: boolean) => void
  readonly isFirst: () => boolean
  readonly onSweep: (sweep: Sweep) => Promise<void>
  readonly onDepartures: (found: Awaited<ReturnType<typeof findDepartures>>['departures']) => Promise<void>
}

/** All that the service is asked for one area. */
export interface AreaPoller {
  readonly sweeper: SweepScheduler
  /** Why these left: beside the sweeps, which do not wait for it; one round at a time, so that calls cannot pile up. */
  askWhy(left: readonly VehicleSearchObject[]): void
  /** Null stops all that is under way. */
  setIntervalMs(intervalMs: number | null): void
}

/** A fast service must not make an event of every page. */
const PROGRESS_MS = 100

export function createAreaPoller(area: AreaSearch, options: AreaPollerOptions): AreaPoller {
  const { client, clock, manners, log, onProgress, isFirst, onSweep, onDepartures } = options
  let asking: AbortController | null = null
  const sweeper = createSweepScheduler({ clock, manners, sweep, onSweep, log })

  function sweep(signal: AbortSignal): Promise<Sweep> {
    let waiting: VehicleSearchObject[] = []
    let toldAtMs = -Infinity
    return sweepArea(area, {
      ...options,
      signal,
      onPage(fresh, loaded, total) {
        if (!isFirst() || signal.aborted) return
        waiting.push(...fresh)
        if (clock.now() - toldAtMs < PROGRESS_MS) return
        const about = total === null ? null : Math.max(total, loaded)
        onProgress({ loaded, about, vehicles: waiting, failure: null }, toldAtMs === -Infinity)
        waiting = []
        toldAtMs = clock.now()
      },
    })
  }

  async function askWhy(left: readonly VehicleSearchObject[]): Promise<void> {
    if (asking) return
    asking = new AbortController()
    const { signal } = asking
    try {
      const { departures, retryAfterMs } = await findDepartures(client, area, left, signal)
      if (retryAfterMs !== null) pauseUntil(manners, clock.steadyNow() + retryAfterMs)
      await onDepartures(departures)
    } catch (error) {
      if (!signal.aborted) log(`lib/live: ${error}`)
    } finally {
      asking = null
    }
  }

  return {
    sweeper,
    askWhy: (left) => void askWhy(left),
    setIntervalMs(intervalMs) {
      sweeper.setIntervalMs(intervalMs)
      if (intervalMs === null) asking?.abort(new Error('nobody looks'))
    },
  }
}
