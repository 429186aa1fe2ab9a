import { Link } from '@/components/layout/link'
import type { VehicleBooking } from '@/lib/api/queries/vehicle-bookings'
import { keyPhrase } from '@/lib/format/key-words'
import { arrivedBookingHref } from '@/lib/format/links'
import { safeText } from '@/lib/format/text'

export function ArrivedBookingLink({
  booking: { key, id, ourRef, status, isOrderKnown },
  className = '',
}: {
  readonly booking: VehicleBooking
  readonly className?: string
}) {
  return (
    <>
      <Link
        href={arrivedBookingHref(key)}
        className={`text-accent underline underline-offset-2 [overflow-wrap:anywhere] ${className}`}
      >
        <bdi>{safeText(ourRef || id || 'without a reference', 60)}</bdi>
      </Link>
      {status === null ? null : (
        <span>
          , <bdi title={safeText(status)}>{keyPhrase(status, 40)}</bdi>
        </span>
      )}
      {isOrderKnown ? null : <span className="text-muted"> (order unknown)</span>}
    </>
  )
}
