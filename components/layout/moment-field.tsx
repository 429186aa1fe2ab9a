import {
  type ComponentProps,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { useHydrated } from '@/components/layout/use-hydrated'
import { TextField } from '@/components/ui/field'
import { dateTimeFormat } from '@/lib/format/locale'
import { type MomentContext, parseMoment } from '@/lib/format/time/parse-moment'
import { writeLocal } from '@/lib/format/time/zone-time'

/** Context of typed times: one without a day is of today, unless `change` shows another moment. */
export function useMomentContext(): (change?: Partial<MomentContext>) => MomentContext {
  const { zone } = usePreferences()
  return useCallback(
    (change) => ({ nowMs: Date.now(), shownMs: Date.now(), zone, ...change }),
    [zone],
  )
}

/**
 * Typed as `parseMoment` reads it, and read at Enter and when it is left. Below
 * stands what is understood.
 * @param value a time or a day as addresses hold it; empty for no bound, null
 * after a text that was none
 * @param onTime gets the time in UTC, so that a link means the same in every zone, and the text
 */
export function MomentField({
  context,
  value,
  error,
  onTime,
  ...field
}: {
  readonly context: MomentContext
  readonly value: string | null
  readonly error?: ReactNode
  readonly onTime: (time: string | null, text: string) => void
} & Omit<ComponentProps<typeof TextField>, 'hint' | 'error' | 'value' | 'onChange'>) {
  // The zone of the device is not known on the server.
  const isHydrated = useHydrated()
  const [draft, setDraft] = useState<string | null>(null)
  const isTyped = useRef(false)
  const [isRead, setIsRead] = useState(true)
  useEffect(() => {
    if (value !== null) setDraft(null)
  }, [value])
  const type = (text: string | null) => {
    isTyped.current = text !== null
    setDraft(text)
    setIsRead(text === null)
  }
  const text = draft ?? (isHydrated ? momentText(value ?? '', context) : '')
  const wrong = readMoment(text, context).error ?? error
  function take(): void {
    if (!isTyped.current) return
    const { time } = readMoment(text, context)
    isTyped.current = false
    setIsRead(true)
    if (time !== null) setDraft(null)
    onTime(time, text)
  }
  return (
    <TextField
      required={false}
      placeholder="16:04, 10 min ago"
      autoComplete="off"
      spellCheck={false}
      maxLength={60}
      {...field}
      value={text}
      hint={isHydrated ? momentInWords(text, context) : '\u00a0'}
      error={isRead && wrong ? <span role="alert">{wrong}</span> : undefined}
      onChange={({ target }) => type(target.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Escape') type(null)
        if (event.key !== 'Enter') return
        take()
        // Without a form to submit, the key is used up: it would open the selected vehicle.
        if (!event.currentTarget.form) event.preventDefault()
      }}
    />
  )
}

export const MOMENT_ALLOWED =
  'Not a time. Try 16:04, yesterday 16:04, 2026-11-21 16:04 or 10 min ago.'

function momentInWords(text: string, context: MomentContext): string {
  const atMs = parseMoment(text, context)
  const zone = { timeZone: context.zone, timeZoneName: 'short' } as const
  if (atMs === null) return dateTimeFormat(zone).resolvedOptions().timeZone
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
  return dateTimeFormat({ ...day, hour: '2-digit', minute: '2-digit', ...zone }).format(atMs)
}

/** Text of the field for a time of an address; any other text stays as it is. */
export function momentText(time: string, context: MomentContext): string {
  const atMs = /^\d{4}-/.test(time) ? parseMoment(time, context) : null
  return atMs === null ? time : writeLocal(atMs, context.zone, context.edge)
}

/** The inverse. Empty for no bound, null beside an error. */
export function readMoment(
  text: string,
  context: MomentContext,
): { time: string | null; error?: string } {
  if (text.trim() === '') return { time: '' }
  const atMs = parseMoment(text, context)
  if (atMs === null) return { time: null, error: MOMENT_ALLOWED }
  const isLate = atMs > context.nowMs && !context.edge && !context.isAhead
  if (isLate) return { time: null, error: 'This time is in the future.' }
  return { time: new Date(atMs).toISOString().replace('.000', '') }
}
