import { type MomentContext, otherMoment, parseMoment } from '@/lib/format/time/parse-moment'
import { formatMoment, MOMENT_ALLOWED } from '@/lib/format/time/time'

export interface TypedTime {
  /** Null for a text that is not a time. */
  readonly atMs: number | null
  /** Of a recorded time that comes twice, as clocks go back. */
  readonly otherMs: number | null
  /** Shown beside the field. A time that was not recorded is gone to all the same. */
  readonly error: string | null
}

/** @param span first and last recorded moment; null before they are known */
export function readTypedTime(
  text: string,
  context: MomentContext,
  span: { readonly fromMs: number; readonly toMs: number } | null,
): TypedTime {
  const atMs = parseMoment(text, context)
  if (atMs === null) return { atMs, otherMs: null, error: MOMENT_ALLOWED }
  if (!span || (span.fromMs <= atMs && atMs <= span.toMs))
    return { atMs, otherMs: otherMoment(text, atMs, context), error: null }
  const [from, to] = [span.fromMs, span.toMs].map((ms) => formatMoment(ms, context.nowMs, context.zone))
  return { atMs, otherMs: null, error: `Recorded from ${from} to ${to}.` }
}
