'use client'

import { useEffect, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { useHydrated } from '@/components/layout/use-hydrated'
import { TextField } from '@/components/ui/text-field'
import { parseMoment } from '@/lib/format/time/parse-moment'
import { writeLocal } from '@/lib/format/time/repeated-hour'
import type { RecordedSpan } from '@/lib/queries/recording'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const ALLOWED = 'Allowed: a time such as 16:04, yesterday 16:04, 2026-11-21 16:04 or 30 min ago.'

interface Texts {
  readonly from: string
  readonly to: string
}

type Errors = Partial<Texts>

/** Times as they are typed; "to" may stay empty for now. */
export function useSpanTexts(given: RecordedSpan | null) {
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
    read(nowMs: number): RecordedSpan | null {
      const at = (text: string, shownMs: number) => parseMoment(text.trim(), { nowMs, shownMs, zone })
      const fromMs = at(texts.from, nowMs)
      const toMs = texts.to.trim() === '' ? nowMs : at(texts.to, fromMs ?? nowMs)
      const wrong = errorsOf(fromMs, toMs, nowMs)
      setErrors(wrong)
      if (fromMs === null || toMs === null || wrong.from || wrong.to) return null
      // Whole seconds keep the address short.
      return { fromMs: Math.floor(fromMs / 1000) * 1000, toMs: Math.ceil(toMs / 1000) * 1000 }
    },
  }
}

export type SpanTexts = ReturnType<typeof useSpanTexts>

export function errorsOf(fromMs: number | null, toMs: number | null, nowMs: number): Errors {
  if (fromMs === null) return { from: ALLOWED }
  if (toMs === null) return { to: ALLOWED }
  if (fromMs >= nowMs) return { from: 'This time is still to come.' }
  if (toMs <= fromMs) return { to: 'The end is before the beginning.' }
  if (toMs - fromMs > DAY_MS) return { to: 'A question covers 24 hours at most.' }
  return {}
}

export function SpanFields({ span: { texts, errors, type } }: { readonly span: SpanTexts }) {
  return (
    <>
      <TextField
        label="From"
        value={texts.from}
        error={errors.from}
        placeholder="16:04"
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
    </>
  )
}
