import type { DirectoryEntry } from '@/lib/api/contract/live'
import type { ReportTimes } from '@/lib/fleet/report-times/report-times'
import type { StatusTimes } from '@/lib/fleet/status-times/status-times'
import type { Annotate } from './polling/annotated-vehicle'
import type { Arrival } from './polling/collected-pages'
import type { Progress } from './polling/sweep'

/** Sources of the annotations, on the node that sweeps an area. */
export interface Annotations {
  /**
   * Names and booking out of the vehicle's record; null until it was read. Called for
   * each vehicle of each sweep.
   */
  readonly directoryOf?: (vehicleId: string) => DirectoryEntry | null
  readonly statusTimes?: StatusObserver
  readonly reportTimes?: ReportTimes
}

interface StatusObserver {
  readonly observe: StatusTimes['observe']
}

/** @param listSeenAtMs when all vehicles of the list before were seen */
export function annotateSweep(
  { directoryOf, statusTimes, reportTimes }: Annotations,
  { arrivals }: { readonly arrivals: readonly Arrival[] },
  listSeenAtMs: number,
): Annotate {
  const arrivalOfNext = createArrivalOfNext(arrivals)
  return (record, listed) => {
    const atMs = arrivalOfNext()
    const { changedSince, aheadSinceMs } = reportTimes?.observe(record, atMs, listed) ?? {}
    return {
      directory: directoryOf?.(record.id),
      statusSince: statusTimes?.observe(record, atMs, listed, listSeenAtMs),
      changedSince,
      aheadSinceMs,
    }
  }
}

function createArrivalOfNext(arrivals: readonly Arrival[]): () => number {
  let page = 0
  let vehicles = 0
  return () => {
    while (page < arrivals.length - 1 && vehicles >= arrivals[page]!.vehicles) page++
    vehicles++
    return arrivals[page]!.atMs
  }
}

export function annotateProgress(
  progress: Progress,
  { directoryOf, reportTimes }: Annotations,
): Progress {
  const { vehicles } = progress
  return {
    ...progress,
    mtimeServes: reportTimes?.mtimeServes,
    vehicles: directoryOf
      ? vehicles.map((record) => ({ ...record, directory: directoryOf(record.id) ?? undefined }))
      : vehicles,
  }
}
