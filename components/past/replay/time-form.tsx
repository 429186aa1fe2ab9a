import { useId, useRef, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { Button } from '@/components/ui/button'
import { inputClass } from '@/components/ui/field'
import { type MomentContext, otherMoment, parseMoment } from '@/lib/format/time/parse-moment'
import { formatClock, MOMENT_ALLOWED } from '@/lib/format/time/time'

const SECOND_MS = 1000

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
  const zone = usePreferences().zone ?? undefined
  const [text, setText] = useState('')
  const [note, setNote] = useState<string | null>(null)
  const [twice, setTwice] = useState<RepeatedTime | null>(null)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const show = (atMs: number, otherMs: number | null) => {
    setTwice(otherMs === null ? null : { atMs, otherMs })
    onTime(atMs)
  }
  const go = () => {
    const { atMs, otherMs, error } = readTypedTime(text, { nowMs: nowMs(), shownMs, zone })
    setNote(error)
    if (error === null) {
      setText('')
      // The keys of the replay are text in the field.
      field.current?.blur()
    }
    if (atMs !== null) show(atMs, otherMs)
  }
  return (
    <form
      className="relative flex min-w-28 flex-1 gap-1 lg:flex-none"
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <input
        ref={field}
        aria-label="Go to a time"
        placeholder="16:04"
        autoComplete="off"
        maxLength={60}
        value={text}
        aria-invalid={note ? true : undefined}
        aria-describedby={note ? id : undefined}
        onChange={(event) => {
          setText(event.target.value)
          setNote(null)
          setTwice(null)
        }}
        className={`${inputClass} min-w-0 text-ellipsis max-md:px-1.5 lg:w-40`}
      />
      <Button type="submit" className="max-md:hidden">
        Go
      </Button>
      {note ? (
        <p
          id={id}
          role="alert"
          className="bg-surface border-line shadow-raised text-danger absolute right-0 bottom-full mb-2 w-64 rounded border px-2 py-1 text-xs"
        >
          {note}
        </p>
      ) : null}
      {twice && Math.abs(shownMs - twice.atMs) < SECOND_MS ? (
        <RepeatedHourNote time={twice} zone={zone} onOther={() => show(twice.otherMs, twice.atMs)} />
      ) : null}
    </form>
  )
}

interface TypedTime {
  /** Null for a text that is not a time, or a time to come. */
  readonly atMs: number | null
  /** Of a time that comes twice, as clocks go back. */
  readonly otherMs: number | null
  /** Shown beside the field. */
  readonly error: string | null
}

/** A time that was not recorded is read too: the replay says there what is recorded. */
export function readTypedTime(text: string, context: MomentContext): TypedTime {
  const atMs = parseMoment(text, context)
  if (atMs === null) return { atMs, otherMs: null, error: MOMENT_ALLOWED }
  if (atMs > context.nowMs) return { atMs: null, otherMs: null, error: 'This time is in the future.' }
  return { atMs, otherMs: otherMoment(text, atMs, context), error: null }
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
