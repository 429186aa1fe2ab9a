import { downloadText } from '@/components/ui/download'
import type { AreaSearch } from '@/lib/contract/live'
import type { LiveArea } from '@/lib/live-client/live-area'
import type { VehicleNames } from '@/lib/queries/vehicle-names'
import { csvName, vehiclesCsv } from './vehicles-csv'

/** Saves the listed vehicles as a file, with their ages at the moment shown. */
export function saveVehiclesCsv(
  rows: Uint32Array,
  area: LiveArea,
  names: VehicleNames,
  search: AreaSearch,
  shownAtMs: number,
): void {
  const sinceReceiptMs = Math.max(0, shownAtMs - area.receivedAtMs)
  const csv = vehiclesCsv(rows, area, names, search.position, sinceReceiptMs)
  downloadText(csvName(search, area.fetchedAtMs), 'text/csv', csv)
}
