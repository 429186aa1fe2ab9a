import { Link } from '@/components/layout/link'
import { StatusMark } from '@/components/map/status-mark'
import { Absent } from '@/components/record/facts/marks'
import { vehicleHref } from '@/lib/format/links'
import { statusWords } from '@/lib/format/status/status-words'
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
    <div className="min-w-0 flex-1">
      <p className="truncate">
        <span className="sr-only">Found </span>
        {href ? (
          <Link href={href} title={safeText(vehicleId, 128)} className="text-accent underline">
            {text}
          </Link>
        ) : (
          text
        )}
      </p>
      {vehicle ? (
        <p className="text-muted flex min-w-0 items-center gap-1 text-xs">
          {live?.status ? (
            <span title={safeText(live.status)} className="text-text inline-flex max-w-32 shrink-0 gap-1">
              <StatusMark status={live.status} />
              <bdi className="truncate">{statusWords(live.status, 40)}</bdi>
            </span>
          ) : (
            <span className="shrink-0">{statusWords(null)}</span>
          )}
          <span aria-hidden>·</span>
          <span className="truncate">
            <span className="max-md:sr-only">Driver: </span>
            <Driver vehicle={vehicle} />
          </span>
        </p>
      ) : null}
    </div>
  )
}

function Driver({ vehicle: { driverName, isDriverWithheld } }: { readonly vehicle: FoundVehicle }) {
  if (isDriverWithheld) return <span>{WITHHELD}</span>
  return driverName ? <bdi>{safeText(driverName, 80)}</bdi> : <Absent />
}
