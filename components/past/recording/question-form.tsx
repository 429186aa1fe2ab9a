import { parseAsIsoDateTime, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { type FormEvent, type ReactNode, useMemo, useState } from 'react'
import { MOMENT_ALLOWED, MomentField, useMomentContext } from '@/components/layout/moment-field'
import { Button } from '@/components/ui/button'
import type { RecordedSpan } from '@/lib/api/queries/recording'
import { parseMoment } from '@/lib/format/time/parse-moment'
import { parsePosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

interface Texts {
  readonly from: string
  readonly to: string
}

type Errors = Partial<Texts>

const UNASKED: Texts = { from: '1 h ago', to: '' }

/**
 * Fields of a question, its span and "Show"; "to" may stay empty for now.
 * @param onShow gets the times for the page's address, or null for a span that is not
 * one, after its error is shown
 */
export function QuestionForm({
  span,
  onShow,
  children,
}: {
  readonly span: RecordedSpan | null
  readonly onShow: (times: { from: Date; to: Date } | null) => void
  readonly children: ReactNode
}) {
  const contextOf = useMomentContext()
  // Times in UTC, or as they were typed until another span is given.
  const [typed, setTyped] = useState<{
    over: RecordedSpan | null
    texts: Partial<Texts>
    errors: Errors
  }>()
  const { texts: own = {}, errors = {} } = typed?.over === span ? typed : {}
  const utc = (ms: number) => new Date(ms).toISOString()
  const texts: Texts = {
    ...(span ? { from: utc(span.fromMs), to: utc(span.toMs) } : UNASKED),
    ...own,
  }
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
    const nowMs = Date.now()
    const { fromMs, to } = contextsOf(nowMs)
    const toMs = texts.to.trim() === '' ? nowMs : parseMoment(texts.to, to)
    const wrong = errorsOf(fromMs, toMs, nowMs)
    setTyped({ over: span, texts: own, errors: wrong })
    if (fromMs === null || toMs === null || wrong.from || wrong.to) return onShow(null)
    // Whole seconds keep the address short.
    onShow({
      from: new Date(Math.floor(fromMs / 1000) * 1000),
      to: new Date(Math.ceil(toMs / 1000) * 1000),
    })
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

export function errorsOf(fromMs: number | null, toMs: number | null, nowMs: number): Errors {
  if (fromMs === null) return { from: MOMENT_ALLOWED }
  if (toMs === null) return { to: MOMENT_ALLOWED }
  if (fromMs >= nowMs) return { from: 'This time is in the future.' }
  if (toMs <= fromMs) return { to: 'The end is before the beginning.' }
  if (toMs - fromMs > DAY_MS) return { to: 'Choose 24 hours at most.' }
  return {}
}

/** Tabs of the recordings page. */
export const QUESTIONS = ['vehicle', 'all', 'areas'] as const

export type Question = (typeof QUESTIONS)[number]

const push = { history: 'push' } as const

const parsers = {
  ask: parseAsStringLiteral(QUESTIONS).withDefault('vehicle').withOptions({ history: 'replace' }),
  id: parseAsString.withOptions(push),
  position: parseAsString.withOptions(push),
  area: parseAsString.withOptions(push),
  from: parseAsIsoDateTime.withOptions(push),
  to: parseAsIsoDateTime.withOptions(push),
}

/** The question in the page's address; `span` is null until times were chosen. */
export function useQuestion() {
  const [asked, set] = useQueryStates(parsers)
  const fromMs = asked.from?.getTime() ?? null
  const toMs = asked.to?.getTime() ?? null
  const span = useMemo<RecordedSpan | null>(() => {
    if (fromMs === null || toMs === null || fromMs >= toMs) return null
    return { fromMs, toMs }
  }, [fromMs, toMs])
  const position = useMemo<Position | null>(
    () => parsePosition(asked.position ?? ''),
    [asked.position],
  )
  return { ...asked, position, span, set }
}
