import { StatusMark } from '@/components/map/status-mark'
import { ageStep, formatAge } from '@/lib/format/age'
import { ABSENT, formatNumber } from '@/lib/format/number'
import { safeText } from '@/lib/format/text'
import type { ShownVehicle } from './shown-vehicles'

export const ROW_HEIGHT = 60

/** One line of the list: what it is and where, what it takes and costs. */
export function VehicleRow({ shown, ageMs }: { readonly shown: ShownVehicle; readonly ageMs: number }) {
  const { vehicle, place } = shown
  return (
    <div className="grid h-full grid-cols-[auto_1fr_auto] items-center gap-x-3 px-3">
      <StatusMark status={vehicle.status} className="size-5" />
      <div className="min-w-0">
        <p className="truncate text-sm font-medium">
          {[vehicle.make, vehicle.type]
            .filter(Boolean)
            .map((text) => safeText(text as string, 40))
            .join(' · ') || safeText(vehicle.id, 60)}
        </p>
        <p className="text-muted truncate text-xs">{summary(vehicle).join(' · ')}</p>
      </div>
      <div className="text-right">
        <p className="text-sm">{place ?? ABSENT}</p>
        <p className={`text-xs ${ageStep(ageMs) === 'stale' ? 'text-warning' : 'text-muted'}`}>
          {formatAge(ageMs)}
        </p>
      </div>
    </div>
  )
}

/** What it takes and costs, as far as the service said. */
function summary({ status, passengers_max, load_m3, price_per_km }: ShownVehicle['vehicle']): string[] {
  const said = [status === null ? 'no status' : safeText(status, 40)]
  if (passengers_max !== null) said.push(`${formatNumber(passengers_max)} seats`)
  if (load_m3 !== null) said.push(`${formatNumber(load_m3)} m³`)
  if (price_per_km !== null) said.push(`${formatNumber(price_per_km)}/km`)
  return said
}
