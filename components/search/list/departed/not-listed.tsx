import { Link } from '@/components/layout/link'
import { SelectedBooking } from '@/components/search/list/selected-booking'
import { recordingAroundHref } from '@/lib/format/recording/recording-links'

/** Of a selected vehicle that the list does not have. */
export function NotListed({
  id,
  pastMs,
}: {
  readonly id: string
  /** The moment of a replay, of which the last booking says nothing; null for now. */
  readonly pastMs: number | null
}) {
  if (pastMs !== null)
    return (
      <p className="text-muted my-1 roomy:my-2">
        Not listed at this moment.{' '}
        <Link
          href={recordingAroundHref(pastMs, id)}
          className="text-accent inline-block underline underline-offset-2 max-md:min-h-11 max-md:content-center"
        >
          Where it was recorded
        </Link>
      </p>
    )
  return (
    <>
      <p className="text-muted my-1 roomy:my-2">
        Not in the loaded area. Open its record to see where it is now.
      </p>
      <SelectedBooking vehicle={{ id }} />
    </>
  )
}
