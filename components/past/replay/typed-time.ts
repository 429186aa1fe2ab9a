import { type MomentContext, otherMoment, parseMoment } from '@/lib/format/time/parse-moment'
import { MOMENT_ALLOWED } from '@/lib/format/time/time'

export interface TypedTime {
  /** Null for a text that is not a time, or a time to come. */
  readonly atMs: number | null
  /** Of a time that comes twice, as clocks go back. */
  readonly otherMs: number | null
  /** Shown beside the field. */
  readonly error: string | null
}

/** A time that was not recorded is read too: the replay says there what is recorded. */
export function readTypedTime(text: string, context: MomentContext): TypedTime {
  const atMs = parseMoment(text, context)
  if (atMs === null) return { atMs, otherMs: null, error: MOMENT_ALLOWED }
  if (atMs > context.nowMs) return { atMs: null, otherMs: null, error: 'This time is in the future.' }
  return { atMs, otherMs: otherMoment(text, atMs, context), error: null }
}
