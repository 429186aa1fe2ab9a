import { problemKinds } from '@/lib/api/contract/problems'
import type { GapReason, RecordingGap } from '@/lib/api/contract/recording'

const reasons: Readonly<Record<Exclude<GapReason, 'service'>, string>> = {
  unwatched: 'Nobody had this area open',
  stopped: 'Kerbside was not running',
  takeover: 'Another server was taking over',
  'disk-full': 'The disk was full',
  store: 'The database failed',
  damaged: 'The recording is damaged',
  unknown: 'Not recorded, reason unknown',
}

/** Why nothing was recorded: "Service unreachable", "Kerbside was not running". */
export function gapInWords({ reason, problem }: Pick<RecordingGap, 'reason' | 'problem'>): string {
  if (reason !== 'service') return reasons[reason]
  return problem === null ? 'The service did not answer' : problemKinds[problem].title
}
