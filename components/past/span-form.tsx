import { type FormEvent, type ReactNode, useState } from 'react'
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

/**
 * Fields of a span of the past, and its button; "to" may stay empty for now.
 * @param onSpan gets whole seconds, which keep an address short
 */
export function SpanForm({
  span,
  action,
  isBusy = false,
  onSpan,
  children,
}: {
  readonly span: RecordedSpan
  readonly action: string
  readonly isBusy?: boolean
  readonly onSpan: (span: RecordedSpan) => void
  readonly children?: ReactNode
}) {
  const contextOf = useMomentContext()
  // Times in UTC, or as they were typed until another span is given.
  const [typed, setTyped] = useState<{
    over: RecordedSpan
    texts: Partial<Texts>
    errors: Errors
  }>()
  const { texts: own = {}, errors = {} } = typed?.over === span ? typed : {}
  const utc = (ms: number) => new Date(ms).toISOString()
  const texts: Texts = { from: utc(span.fromMs), to: utc(span.toMs), ...own }
  const type = (change: Partial<Texts>) =>
    setTyped({ over: span, texts: { ...own, ...change }, errors: {} })

  const contextsOf = (nowMs: number) => {
    const from = contextOf({ nowMs, shownMs: nowMs, edge: 'from' })
    const fromMs = parseMoment(texts.from, from)
    return { fromMs, from, to: contextOf({ nowMs, shownMs: fromMs ?? nowMs, edge: 'to' }) }
  }
  const contexts = contextsOf(Date.now())

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    const nowMs = Date.now()
    const { fromMs, to } = contextsOf(nowMs)
    const toMs = texts.to.trim() === '' ? nowMs : parseMoment(texts.to, to)
    const wrong = errorsOf(fromMs, toMs, nowMs)
    setTyped({ over: span, texts: own, errors: wrong })
    if (fromMs === null || toMs === null || wrong.from || wrong.to) return
    onSpan({
      fromMs: Math.floor(fromMs / 1000) * 1000,
      toMs: Math.ceil(toMs / 1000) * 1000,
    })
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
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
      {children}
      <Button type="submit" variant="primary" isBusy={isBusy} className="max-md:w-full md:mt-5.25">
        {action}
      </Button>
    </form>
  )
}

export function errorsOf(fromMs: number | null, toMs: number | null, nowMs: number): Errors {
  if (fromMs === null) return { from: MOMENT_ALLOWED }
  if (toMs === null) return { to: MOMENT_ALLOWED }
  if (fromMs >= nowMs) return { from: 'This time is in the future.' }
  if (toMs <= fromMs) return { to: 'The end is before the beginning.' }
  if (toMs - fromMs > DAY_MS) return { to: 'Choose 24 hours at most.' }
  return {}
}
