import { useId, useRef, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { Button } from '@/components/ui/button'
import { inputClass } from '@/components/ui/field'
import { loadedLater, onDemand } from '@/components/ui/on-demand'
import { MOMENT_EXAMPLE } from '@/lib/format/time/time'
import type { RepeatedTime } from './repeated-hour-note'

const SECOND_MS = 1000

const typedTimes = loadedLater(() => import('./typed-time'))
const RepeatedHourNote = onDemand(() => import('./repeated-hour-note').then((part) => part.RepeatedHourNote))

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
  const read = async (typed: string) => {
    const { readTypedTime } = await typedTimes()
    return readTypedTime(typed, { nowMs: nowMs(), shownMs, zone })
  }
  const go = async () => {
    const { atMs, otherMs, error } = await read(text)
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
      className="relative flex min-w-0 flex-1 gap-1 lg:flex-none"
      onSubmit={(event) => {
        event.preventDefault()
        go().catch(() => setNote('This part of the page could not be loaded. Reload the page.'))
      }}
    >
      <input
        ref={field}
        aria-label="Go to a time"
        placeholder={MOMENT_EXAMPLE}
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
        className={`${inputClass} min-w-0 text-ellipsis lg:w-40`}
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
