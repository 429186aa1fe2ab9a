import type { FieldChange } from '@/lib/api/contract/watch-list'
import { differences } from '@/lib/inspect/differences'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import type { Inspected, Vehicle } from '@/lib/interface/resources'

/** They change with every report: shown as status and age, not as changes of the record. */
const OF_REPORTS: ReadonlySet<string> = new Set(['mtime', 'position', 'status'])

/** Every field that differs between two readings of a vehicle's record, in the record's order; unknown ones last. */
export function diffVehicles(
  { raw: before }: Pick<Inspected<Vehicle>, 'raw'>,
  { raw: after }: Pick<Inspected<Vehicle>, 'raw'>,
): FieldChange[] {
  return differences(vehicleFields, before, after, OF_REPORTS)
}
