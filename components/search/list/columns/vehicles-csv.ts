import type { AreaSearch, LiveVehicle } from '@/lib/contract/live'
import { type Cell, formatCsv } from '@/lib/format/csv'
import { ageOf, type VehicleAge } from '@/lib/format/time/age'
import { distanceMetres } from '@/lib/interface/geometry'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import type { LiveArea } from '@/lib/live-client/live-area'
import type { VehicleName, VehicleNames } from '@/lib/queries/vehicle-names'

interface CsvRow {
  readonly vehicle: LiveVehicle
  readonly name: VehicleName
  /** Metres from the centre; null without a position. */
  readonly metres: number | null
  readonly age: VehicleAge
  /** When the service listed it. */
  readonly seenAtMs: number
}

// Fields of the service under its own names; a unit in the names of the others.
const cells: Readonly<Record<string, (row: CsvRow) => Cell>> = {
  id: ({ vehicle }) => vehicle.id,
  our_ref: ({ name }) => name.our_ref,
  licence_plate: ({ name }) => name.licence_plate,
  make: ({ vehicle }) => vehicle.make,
  type: ({ vehicle }) => vehicle.type,
  status: ({ vehicle }) => vehicle.status,
  status_since: ({ vehicle: { statusSince } }) =>
    statusSince ? new Date(statusSince.atMs).toISOString() : null,
  status_since_is_at_least: ({ vehicle: { statusSince } }) =>
    statusSince ? String(!statusSince.isBeginning) : null,
  lat: ({ vehicle }) => vehicle.position?.lat ?? null,
  lng: ({ vehicle }) => vehicle.position?.lng ?? null,
  distance_metres: ({ metres }) => metres && Math.round(metres),
  seen: ({ seenAtMs }) => new Date(seenAtMs).toISOString(),
  changed_since: ({ age: { unchanged } }) => unchanged && new Date(unchanged.sinceMs).toISOString(),
  changed_since_is_at_least: ({ age: { unchanged } }) => unchanged && String(unchanged.isAtLeast),
  mtime: ({ vehicle }) => vehicle.mtime,
  age_seconds: ({ age: { ageMs, from } }) => (from === 'report' ? Math.floor(ageMs / 1000) : null),
  clock_ahead: ({ age }) => (age.isClockAhead ? 'true' : null),
  passengers_max: ({ vehicle }) => vehicle.passengers_max,
  load_m3: ({ vehicle }) => vehicle.load_m3,
  price_per_km: ({ vehicle }) => vehicle.price_per_km,
  price_per_minute: ({ vehicle }) => vehicle.price_per_minute,
  year: ({ vehicle }) => vehicle.year,
  functions: ({ vehicle }) => vehicle.functions?.join(' ') ?? null,
}

/**
 * The listed vehicles as CSV, all columns, in the order of the list.
 * @param rows slots in the order of the list
 * @param sinceReceiptMs time since the list arrived
 */
export function vehiclesCsv(
  rows: Uint32Array,
  area: Pick<LiveArea, 'records' | 'fetchedAtMs' | 'mtimeServes'>,
  names: VehicleNames,
  from: Position,
  sinceReceiptMs: number,
): string {
  const columns = Object.values(cells)
  const lines: Cell[][] = [Object.keys(cells)]
  for (const slot of rows) {
    const vehicle = area.records[slot]
    if (!vehicle) continue
    const row: CsvRow = {
      vehicle,
      name: names.of(vehicle),
      metres: vehicle.position && distanceMetres(from, vehicle.position),
      age: ageOf(vehicle, area, sinceReceiptMs),
      seenAtMs: area.fetchedAtMs,
    }
    lines.push(columns.map((cell) => cell(row)))
  }
  return formatCsv(lines)
}

/** Area and time of the list: "vehicles_51.5,-0.1_1000m_2026-01-01T12-00-00Z.csv". */
export function csvName({ position, radius }: AreaSearch, fetchedAtMs: number): string {
  const time = new Date(fetchedAtMs).toISOString().replace(/\.\d+/, '').replaceAll(':', '-')
  return `vehicles_${formatPosition(position)}_${radius}m_${time}.csv`
}
