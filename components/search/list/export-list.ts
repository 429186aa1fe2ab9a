import { attributes } from '@/components/search/attributes'
import { downloadText } from '@/components/ui/download'
import type { AreaSearch } from '@/lib/api/contract/live'
import type { VehicleNames } from '@/lib/api/queries/names'
import { type Cell, formatCsv } from '@/lib/format/csv'
import { distanceFormat } from '@/lib/format/position/distance'
import { formatPosition } from '@/lib/interface/position'
import type { LiveArea } from '@/lib/live/client/live-area'
import { showVehicle } from './shown-vehicles'

/** @param rows slots in the order of the list. @param shownAtMs of which the file has the ages */
export function exportList(
  rows: Uint32Array,
  area: LiveArea,
  names: VehicleNames,
  search: AreaSearch,
  shownAtMs: number,
): void {
  const sinceReceiptMs = Math.max(0, shownAtMs - area.receivedAtMs)
  const columns = Object.values(attributes).flatMap(({ csv }) => csv)
  const lines: Cell[][] = [columns.map(([header]) => header)]
  const viewpoint = {
    from: search.position,
    names,
    // Rows of the file are not on the screen: their addresses are unknown.
    near: { at: () => null },
    formatDistance: distanceFormat('kilometres'),
  }
  for (const slot of rows) {
    const vehicle = area.table.records[slot]
    if (!vehicle) continue
    const facts = showVehicle(vehicle, viewpoint, area, sinceReceiptMs)
    lines.push(columns.map(([, cell]) => cell(facts)))
  }
  downloadText(csvName(search, area.fetchedAtMs), 'text/csv', formatCsv(lines))
}

/** Area and time of the list: "vehicles_51.5,-0.1_1000m_2026-01-01T12-00-00Z.csv". */
function csvName({ position, radius }: AreaSearch, fetchedAtMs: number): string {
  const time = new Date(fetchedAtMs).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  return `vehicles_${formatPosition(position)}_${radius}m_${time}.csv`
}
