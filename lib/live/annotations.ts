import type { DirectoryEntry, LiveVehicle } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { annotated } from './polling/patch'
import type { Annotate } from './polling/vehicle-list'

/** What the node that sweeps an area adds to the records of the service. */
export interface Annotations {
  /** Names and booking out of the vehicle's record; null until it was read. Called for each vehicle of each sweep. */
  readonly directoryOf?: (vehicleId: string) => DirectoryEntry | null
}

/** @returns undefined when nothing is to be added */
export function annotateSweep({ directoryOf }: Annotations): Annotate | undefined {
  return directoryOf && (({ id }) => ({ directory: directoryOf(id) }))
}

/** Records of a sweep in progress, with what the directory knows of them. */
export function withEntries(
  records: readonly VehicleSearchObject[],
  { directoryOf }: Annotations,
): readonly LiveVehicle[] {
  return directoryOf
    ? records.map((record) => annotated(record, { directory: directoryOf(record.id) }))
    : records
}
