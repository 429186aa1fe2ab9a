import type {
  Annotation,
  DirectoryEntry,
  ListedRow,
  LiveVehicle,
  StatusSince,
} from '@/lib/api/contract/live'
import type { ReportTimes } from '@/lib/fleet/report-times/report-times'
import type { StatusTimes } from '@/lib/fleet/status-times/status-times'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { isSameStatus } from '@/lib/interface/statuses'
import { isSameValue } from '@/lib/interface/values'
import { isSame } from '@/lib/vehicles/difference'
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
    const times = reportTimes?.observe(record, atMs, listed)
    return {
      directory: directoryOf?.(record.id),
      statusSince: statusTimes?.observe(record, atMs, listed, listSeenAtMs),
      changedSince: times?.changedSince,
      standsSince: times?.standsSince,
      aheadSinceMs: times?.aheadSinceMs,
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

/** Called once for each vehicle of a sweep, in the sweep's order. */
export type Annotate = (record: VehicleSearchObject, listed: LiveVehicle | undefined) => Annotation

/** `/status` is expected to write its values as the list does. */
export function withRemarksOf(
  { unreadable, forms }: LiveVehicle,
  row: VehicleSearchObject,
): ListedRow {
  const isPlain = unreadable === undefined && forms === undefined
  return isPlain ? row : ({ ...row, unreadable, forms } as ListedRow)
}

const FIELDS = Object.keys(vehicleSearchObjectFields) as (keyof VehicleSearchObject)[]

const REMARKS = ['unreadable', 'forms'] as const

/**
 * Has the shape of an annotated record: adding fields to a copy of another shape
 * takes V8 ten times as long.
 */
const SHAPE = Object.fromEntries(
  [
    ...FIELDS,
    'directory',
    'statusSince',
    'changedSince',
    'standsSince',
    'aheadSinceMs',
    'unconfirmedSinceMs',
  ].map((name) => [name, undefined]),
)

/** Whether a vehicle is listed as it was read, and confirmed. Left out and null are the same. */
export function isSameVehicle(
  listed: LiveVehicle,
  record: ListedRow,
  annotation: Annotation,
): boolean {
  for (const name of FIELDS) if (!isSameValue(listed[name], record[name])) return false
  for (const name of REMARKS) if (!isSame(listed[name], record[name])) return false
  return (
    isSame(listed.directory ?? null, annotation.directory ?? null) &&
    isSame(listed.statusSince ?? null, annotation.statusSince ?? null) &&
    isSame(listed.standsSince ?? null, annotation.standsSince ?? null) &&
    (listed.aheadSinceMs ?? null) === (annotation.aheadSinceMs ?? null) &&
    (listed.unconfirmedSinceMs ?? null) === null &&
    (listed.changedSince !== undefined || annotation.changedSince === undefined)
  )
}

/**
 * A record with its annotation. A field that was listed becomes null when it is no longer known.
 */
export function annotated(
  record: ListedRow,
  { directory, statusSince, changedSince, standsSince, aheadSinceMs }: Annotation,
  listed: LiveVehicle | undefined,
  change: StatusSince,
): LiveVehicle {
  const hasStatus = listed && isSameStatus(listed.status, record.status)
  const hasPosition = listed && isSameValue(listed.position, record.position)
  const isChanged = listed && !(hasStatus && hasPosition)
  return {
    ...SHAPE,
    ...record,
    directory: directory ?? (listed?.directory === undefined ? undefined : null),
    statusSince: statusSince ?? (listed?.statusSince === undefined ? undefined : null),
    changedSince: isChanged ? change : (listed?.changedSince ?? changedSince),
    standsSince: standsSince ?? (listed?.standsSince === undefined ? undefined : null),
    aheadSinceMs: aheadSinceMs ?? (listed?.aheadSinceMs === undefined ? undefined : null),
    unconfirmedSinceMs: listed?.unconfirmedSinceMs === undefined ? undefined : null,
  }
}
