import type { DirectoryEntry, LiveVehicle } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { Arrival } from './polling/collected-pages'
import { annotated } from './polling/patch'
import type { Sweep } from './polling/sweep'
import type { Annotate } from './polling/vehicle-list'
import type { StatusTimes } from './status-times/status-times'

/** Sources of the annotations, on the node that sweeps an area. */
export interface Annotations {
  /** Names and booking out of the vehicle's record; null until it was read. Called for each vehicle of each sweep. */
  readonly directoryOf?: (vehicleId: string) => DirectoryEntry | null
  readonly statusTimes?: Pick<StatusTimes, 'observe'>
}

/**
 * @param listSeenAtMs when all vehicles of the list before were seen
 * @returns undefined when nothing is to be added
 */
export function annotateSweep(
  { directoryOf, statusTimes }: Annotations,
  { arrivals }: Pick<Sweep, 'arrivals'>,
  listSeenAtMs: number,
): Annotate | undefined {
  if (!directoryOf && !statusTimes) return undefined
  const arrivalOfNext = createArrivalOfNext(arrivals)
  return (record, listed) => {
    const atMs = arrivalOfNext()
    return {
      directory: directoryOf?.(record.id),
      statusSince: statusTimes?.observe(record, atMs, listed, listSeenAtMs),
    }
  }
}

/** Goes through the vehicles of a sweep in their order. */
function createArrivalOfNext(arrivals: readonly Arrival[]): () => number {
  let [page, vehicles] = [0, 0]
  return () => {
    while (page < arrivals.length - 1 && vehicles >= arrivals[page]!.vehicles) page++
    vehicles++
    return arrivals[page]!.atMs
  }
}

/** Records of a sweep in progress, with their entries of the directory. */
export function withEntries(
  records: readonly VehicleSearchObject[],
  { directoryOf }: Annotations,
): readonly LiveVehicle[] {
  return directoryOf
    ? records.map((record) => annotated(record, { directory: directoryOf(record.id) }))
    : records
}
