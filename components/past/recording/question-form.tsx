import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { MOMENT_ALLOWED, MomentField, useMomentContext } from '@/components/layout/moment-field'
import { Button } from '@/components/ui/button'
import type { RecordedSpan } from '@/lib/api/queries/recording'
import { parseMoment } from '@/lib/format/time/parse-moment'

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
  const { texts, errors, contexts, type, read } = useSpanTexts(span)

  function submit(event: FormEvent) {
    event.preventDefault()
    onShow(read(Date.now()))
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
      {children}
      <MomentField
        label="From"
        value={texts.from}
        error={errors.from}
        context={contexts.from}
        onTime={(time, text) => type({ from: time ?? text })}
        className="min-w-0 flex-1 basis-36"
      />
      <MomentField
        label="To"
        value={texts.to}
        error={errors.to}
        context={contexts.to}
        placeholder="now"
        onTime={(time, text) => type({ to: time ?? text })}
        className="min-w-0 flex-1 basis-36"
      />
      <Button type="submit" variant="primary" className="max-md:w-full md:mt-5">
        Show
      </Button>
    </form>
  )
}

/** Times in UTC, or as they were typed; "to" may stay empty for now. */
function useSpanTexts(given: RecordedSpan | null) {
  const contextOf = useMomentContext()
  const [texts, setTexts] = useState<Texts>({ from: '1 h ago', to: '' })
  const [errors, setErrors] = useState<Errors>({})
  useEffect(() => {
    if (!given) return
    setTexts({ from: new Date(given.fromMs).toISOString(), to: new Date(given.toMs).toISOString() })
    setErrors({})
  }, [given])

  const contextsOf = (nowMs: number) => {
    const from = contextOf({ nowMs, shownMs: nowMs, edge: 'from' })
    const fromMs = parseMoment(texts.from, from)
    return { fromMs, from, to: contextOf({ nowMs, shownMs: fromMs ?? nowMs, edge: 'to' }) }
  }
  return {
    texts,
    errors,
    contexts: contextsOf(Date.now()),
    type: (change: Partial<Texts>) => {
      setTexts({ ...texts, ...change })
      setErrors({})
    },
    /** Null after an error. */
    read(nowMs: number): AskedTimes | null {
      const { fromMs, to } = contextsOf(nowMs)
      const toMs = texts.to.trim() === '' ? nowMs : parseMoment(texts.to, to)
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
