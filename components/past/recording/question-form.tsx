import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { useHydrated } from '@/components/layout/use-hydrated'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import type { RecordedSpan } from '@/lib/api/queries/recording'
import { parseMoment } from '@/lib/format/time/parse-moment'
import { MOMENT_ALLOWED, MOMENT_EXAMPLE } from '@/lib/format/time/time'
import { writeLocal } from '@/lib/format/time/zone-time'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface Texts {
  readonly from: string
  readonly to: string
}

type Errors = Partial<Texts>

/** Span of a question as the page's address holds it. */
export interface AskedTimes {
  readonly from: Date
  readonly to: Date
}

/**
 * Fields of a question, its span and "Show".
 * @param onShow gets null for a span that is not one, after its error is shown
 */
export function QuestionForm({
  span,
  onShow,
  children,
}: {
  readonly span: RecordedSpan | null
  readonly onShow: (times: AskedTimes | null) => void
  readonly children: ReactNode
}) {
  const { texts, errors, type, read } = useSpanTexts(span)

  function submit(event: FormEvent) {
    event.preventDefault()
    onShow(read(Date.now()))
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
      {children}
      <TextField
        label="From"
        value={texts.from}
        error={errors.from}
        placeholder={MOMENT_EXAMPLE}
        autoComplete="off"
        onChange={({ target }) => type({ from: target.value })}
        className="min-w-0 flex-1 basis-36"
      />
      <TextField
        label="To"
        required={false}
        value={texts.to}
        error={errors.to}
        placeholder="now"
        autoComplete="off"
        onChange={({ target }) => type({ to: target.value })}
        className="min-w-0 flex-1 basis-36"
      />
      <Button type="submit" variant="primary" className="max-md:w-full md:mt-5">
        Show
      </Button>
    </form>
  )
}

/** Times as they are typed; "to" may stay empty for now. */
function useSpanTexts(given: RecordedSpan | null) {
  const zone = usePreferences().zone ?? undefined
  const isHydrated = useHydrated()
  const [texts, setTexts] = useState<Texts>({ from: '1 h ago', to: '' })
  const [errors, setErrors] = useState<Errors>({})
  useEffect(() => {
    // The zone of the device is not known on the server.
    if (!given || !isHydrated) return
    setTexts({ from: writeLocal(given.fromMs, zone), to: writeLocal(given.toMs, zone) })
    setErrors({})
  }, [given, zone, isHydrated])

  return {
    texts,
    errors,
    type: (change: Partial<Texts>) => {
      setTexts({ ...texts, ...change })
      setErrors({})
    },
    /** Null after an error. */
    read(nowMs: number): AskedTimes | null {
      const at = (text: string, shownMs: number) => parseMoment(text.trim(), { nowMs, shownMs, zone })
      const fromMs = at(texts.from, nowMs)
      const toMs = texts.to.trim() === '' ? nowMs : at(texts.to, fromMs ?? nowMs)
      const wrong = errorsOf(fromMs, toMs, nowMs)
      setErrors(wrong)
      if (fromMs === null || toMs === null || wrong.from || wrong.to) return null
      // Whole seconds keep the address short.
      return {
        from: new Date(Math.floor(fromMs / 1000) * 1000),
        to: new Date(Math.ceil(toMs / 1000) * 1000),
      }
    },
  }
}

export function errorsOf(fromMs: number | null, toMs: number | null, nowMs: number): Errors {
  if (fromMs === null) return { from: MOMENT_ALLOWED }
  if (toMs === null) return { to: MOMENT_ALLOWED }
  if (fromMs >= nowMs) return { from: 'This time is still to come.' }
  if (toMs <= fromMs) return { to: 'The end is before the beginning.' }
  if (toMs - fromMs > DAY_MS) return { to: 'A question covers 24 hours at most.' }
  return {}
}
