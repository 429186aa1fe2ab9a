import { StatusMark } from '@/components/map/status-mark'
import { Absent } from '@/components/record/facts/marks'
import { keyWords } from '@/lib/format/key-words'
import { safeText } from '@/lib/format/text'
import { formatTime } from '@/lib/format/time/time'
import type { Arrival } from './listed-record'

/** A text of a record, cut by its cell. */
export function Text({
  text,
  isQuiet = false,
}: {
  readonly text: string | null
  readonly isQuiet?: boolean
}) {
  if (text === null || text === '') return isQuiet ? null : <Absent />
  return <bdi title={safeText(text)}>{safeText(text, 120)}</bdi>
}

/** A time in the chosen zone to the minute, as received on hover: the seconds would cut off AM or PM. */
export function Time({ text, zone }: { readonly text: string | null; readonly zone: string | undefined }) {
  if (text === null || text === '') return <Absent />
  return <bdi title={safeText(text)}>{formatTime(text, zone, 'minute') ?? safeText(text, 120)}</bdi>
}

/** Its mark and its words; as received on hover. */
export function Status({ text }: { readonly text: string | null }) {
  if (text === null || text === '') return <Absent />
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom">
      <StatusMark status={text} isOfBooking className="size-3.5" />
      <bdi title={safeText(text)} className="truncate">
        {keyWords(text, 80)}
      </bdi>
    </span>
  )
}

/** The error of a booking. */
export function ErrorText({ text, isAfter = false }: { readonly text: string; readonly isAfter?: boolean }) {
  return (
    <bdi className="text-danger" title={safeText(text)}>
      {isAfter ? ': ' : ''}
      {safeText(text, 160)}
    </bdi>
  )
}

/** Since when a booking that arrived has its status, as far as its deliveries decide that. */
export function StatusSince({
  arrival: { statusSinceMs, isOrderKnown },
  minute,
}: {
  readonly arrival: Arrival
  readonly minute: (epochMs: number) => string
}) {
  if (!isOrderKnown) return <span className="text-warning">order unknown</span>
  return statusSinceMs === null ? null : <span>{`since ${minute(statusSinceMs)}`}</span>
}
