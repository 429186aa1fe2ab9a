import { useRef, useState } from 'react'
import { MomentField, useMomentContext } from '@/components/layout/moment-field'
import { Button } from '@/components/ui/button'
import { otherMoment } from '@/lib/format/time/parse-moment'
import { formatClock } from '@/lib/format/time/time'

const SECOND_MS = 1000
/** Places the field's note over the bar, which is at the bottom of the page. */
const NOTE_ABOVE =
  '[&:has(input:placeholder-shown)>p]:hidden [&>p]:bg-surface [&>p]:border-line [&>p]:shadow-raised [&>p]:absolute [&>p]:right-0 [&>p]:bottom-full [&>p]:mb-2 [&>p]:w-64 [&>p]:rounded [&>p]:border [&>p]:px-2 [&>p]:py-1'

/** Goes to a time as it is typed: "16:04", "yesterday 16:04", "10 min ago". */
export function TimeForm({
  shownMs,
  nowMs,
  onTime,
}: {
  readonly shownMs: number
  readonly nowMs: () => number
  readonly onTime: (atMs: number) => void
}) {
  const contextOf = useMomentContext()
  const [twice, setTwice] = useState<RepeatedTime | null>(null)
  const context = contextOf({ nowMs: nowMs(), shownMs })
  const show = (atMs: number, otherMs: number | null) => {
    setTwice(otherMs === null ? null : { atMs, otherMs })
    onTime(atMs)
  }
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="relative flex min-w-28 flex-1 gap-1 lg:flex-none">
      <MomentField
        ref={field}
        label="Go to a time"
        placeholder="16:04"
        value=""
        context={context}
        onTime={(time, text) => {
          if (!time) return
          const atMs = Date.parse(time)
          show(atMs, otherMoment(text, atMs, context))
          // The keys of the replay are text in the field.
          field.current?.blur()
        }}
        className={`min-w-0 flex-1 gap-0! lg:w-40 [&>label]:sr-only ${NOTE_ABOVE}`}
      />
      <Button className="max-md:hidden">Go</Button>
      {twice && Math.abs(shownMs - twice.atMs) < SECOND_MS ? (
        <RepeatedHourNote time={twice} zone={context.zone} onOther={() => show(twice.otherMs, twice.atMs)} />
      ) : null}
    </div>
  )
}

/** A time that was typed without its zone, in an hour that comes twice. */
interface RepeatedTime {
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
