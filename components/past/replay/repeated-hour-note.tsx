import { Button } from '@/components/ui/button'
import { formatClock } from '@/lib/format/time/time'

/** A time that was typed without its zone, in an hour that comes twice. */
export interface RepeatedTime {
  /** The one that is shown. */
  readonly atMs: number
  readonly otherMs: number
}

/** Says which of two equal times was taken, and leads to the other. */
export function RepeatedHourNote({
  time: { atMs, otherMs },
  zone,
  onOther,
}: {
  readonly time: RepeatedTime
  readonly zone: string | undefined
  readonly onOther: () => void
}) {
  return (
    <div
      role="status"
      className="bg-surface border-line shadow-raised absolute right-0 bottom-full mb-2 w-64 rounded border px-2 py-1 text-xs"
    >
      <p>The clocks went back, so this time came twice. Shown is {formatClock(atMs, zone)}.</p>
      <Button onClick={onOther}>Go to {formatClock(otherMs, zone)}</Button>
    </div>
  )
}
