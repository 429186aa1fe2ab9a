import { StatusMark } from '@/components/map/status-mark'
import { ageStep, formatAge } from '@/lib/format/age'
import { ABSENT, formatNumber, formatYear } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { type ShownVehicle, seatsInWords } from './shown-vehicles'

export const ROW_HEIGHT = 60

/** A row: name and place, status, seats, load and price. */
export function VehicleRow({
  shown,
  ageMs,
  remark = null,
}: {
  readonly shown: ShownVehicle
  readonly ageMs: number
  /** Shown instead of status, seats, load and price. */
  readonly remark?: string | null
}) {
  const { vehicle, place } = shown
  const isStale = vehicle.mtime !== null && ageStep(ageMs) === 'stale'
  return (
    <div className="grid h-full grid-cols-[auto_1fr_auto] items-center gap-x-3 px-3">
      <StatusMark status={vehicle.status} className="size-5" />
      <div className="min-w-0">
        <p className={`truncate text-sm ${remark === null ? 'font-medium' : 'text-muted'}`}>
          {nameOf(vehicle)}
        </p>
        <p className="text-muted truncate text-xs">{remark ?? summary(vehicle).join(' · ')}</p>
      </div>
      <div className="text-right">
        <p className="text-sm">{place ?? ABSENT}</p>
        <p className={`text-xs ${isStale ? 'text-warning' : 'text-muted'}`}>
          {vehicle.mtime === null ? ABSENT : formatAge(ageMs)}
        </p>
      </div>
    </div>
  )
}

/** Make and type, or else the id. */
export function nameOf({ id, make, type }: VehicleSearchObject): string {
  const texts = [make, type].flatMap((text) => (text ? [safeText(text, 40)] : []))
  return texts.join(' · ') || safeText(id, 60)
}

/** Status, seats, load, price and year, as far as they are reported. */
function summary({ status, passengers_max, load_m3, price_per_km, year }: VehicleSearchObject): string[] {
  const texts = [status === null ? 'status not reported' : safeText(status, 40)]
  if (passengers_max !== null) texts.push(seatsInWords(passengers_max))
  if (load_m3 !== null) texts.push(`${formatNumber(load_m3)} m³`)
  if (price_per_km !== null) texts.push(`${formatNumber(price_per_km)}/km`)
  if (year !== null) texts.push(formatYear(year))
  return texts
}
