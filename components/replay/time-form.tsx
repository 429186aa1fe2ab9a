import { useId, useRef, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { Button } from '@/components/ui/button'
import { inputClass } from '@/components/ui/field'
import { loadedLater } from '@/components/ui/on-demand'
import { formatMoment } from '@/lib/format/time/time'
import { RepeatedHourNote, type RepeatedTime } from './repeated-hour-note'

const SECOND_MS = 1000

const moments = loadedLater(() => import('@/lib/format/time/parse-moment'))

/** Goes to a time as it is typed: "16:04", "yesterday 16:04", "10 min ago". */
export function TimeForm({
  shownMs,
  span,
  nowMs,
  onTime,
  onTyped,
}: {
  readonly shownMs: number
  /** First and last recorded moment; null before they are known. */
  readonly span: { readonly fromMs: number; readonly toMs: number } | null
  readonly nowMs: () => number
  readonly onTime: (atMs: number) => void
  /** Not yet gone to. */
  readonly onTyped: (atMs: number) => void
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
  const go = async () => {
    const { parseMoment, otherMoment } = await moments()
    const now = nowMs()
    const context = { nowMs: now, shownMs, zone }
    const atMs = parseMoment(text, context)
    if (atMs === null) return setNote('Not a time. Try 16:04, 4:04 pm, yesterday 16:04 or 10 min ago.')
    const isOutside = span && (atMs < span.fromMs || atMs > span.toMs)
    const [from, to] = [span?.fromMs, span?.toMs].map((ms) => ms !== undefined && formatMoment(ms, now, zone))
    setNote(isOutside ? `Recorded from ${from} to ${to}.` : null)
    if (!isOutside) {
      setText('')
      // The keys of the replay are text in the field.
      field.current?.blur()
    }
    show(atMs, isOutside ? null : otherMoment(text, atMs, context))
  }
  const prepare = async (typed: string) => {
    const { parseMoment } = await moments()
    const atMs = parseMoment(typed, { nowMs: nowMs(), shownMs, zone })
    if (atMs !== null) onTyped(atMs)
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
        placeholder="16:04, 10 min ago"
        autoComplete="off"
        maxLength={60}
        value={text}
        aria-invalid={note ? true : undefined}
        aria-describedby={note ? id : undefined}
        onChange={(event) => {
          setText(event.target.value)
          setNote(null)
          setTwice(null)
          void prepare(event.target.value).catch(() => {})
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
