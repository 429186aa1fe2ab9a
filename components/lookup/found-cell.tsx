import { Link } from '@/components/layout/link'
import { StatusMark } from '@/components/map/status-mark'
import { Absent } from '@/components/record/facts/marks'
import { keyWords } from '@/lib/format/key-words'
import { vehicleHref } from '@/lib/format/links'
import { safeText } from '@/lib/format/text'
import type { FoundVehicle } from '@/lib/queries/reference-lookup'
import { WITHHELD } from './list-outcomes'

/** The vehicle with its status and driver; after a reload its id alone. */
export function FoundCell({
  vehicleId,
  vehicle,
}: {
  readonly vehicleId: string
  readonly vehicle: FoundVehicle | undefined
}) {
  const href = vehicleHref(vehicleId)
  const name = [vehicle?.make, vehicle?.licencePlate].filter(Boolean).join(' · ') || vehicleId
  const text = <bdi>{safeText(name, 128)}</bdi>
  const live = vehicle?.live
  return (
    <div className="flex min-w-0 flex-1 flex-col justify-center">
      <div className="flex min-w-0 items-center gap-x-3">
        <span className="sr-only">Found</span>
        {href ? (
          <Link
            href={href}
            // Avoids hundreds of unrequested records.
            prefetch={false}
            title={safeText(vehicleId, 128)}
            className="text-accent min-w-0 content-center truncate underline"
          >
            {text}
          </Link>
        ) : (
          <span className="min-w-0 truncate">{text}</span>
        )}
        {live?.status ? (
          <span title={safeText(live.status)} className="ml-auto inline-flex shrink-0 items-center gap-1">
            <StatusMark status={live.status} />
            <bdi className="max-w-28 truncate">{keyWords(live.status, 40)}</bdi>
          </span>
        ) : vehicle ? (
          <span className="text-muted ml-auto shrink-0 text-xs">status not reported</span>
        ) : null}
      </div>
      {vehicle ? (
        <p className="text-muted truncate text-xs">
          Driver:{' '}
          {vehicle.isDriverWithheld ? (
            WITHHELD
          ) : vehicle.driverName ? (
            <bdi>{safeText(vehicle.driverName, 80)}</bdi>
          ) : (
            <Absent />
          )}
        </p>
      ) : null}
    </div>
  )
}
