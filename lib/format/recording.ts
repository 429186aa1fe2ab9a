import { problemKinds } from '@/lib/api/contract/problems'
import type { GapReason, RecordingFailure, RecordingGap } from '@/lib/api/contract/recording'
import { counted, formatCount } from '@/lib/format/number'

/** Numbers of areas. */
interface Unrecorded {
  readonly failing: number
  readonly areas: number
}

/** Why areas are not recorded: "the disk is full". */
export function failureInWords({ reason }: RecordingFailure): string {
  if (reason === 'disk-full') return 'the disk is full'
  return 'the database does not answer in time'
}

/** Before a time: "Nothing has been recorded since", "1 of 3 areas has not been recorded since". */
export function unrecordedSince(unrecorded: Unrecorded): string {
  if (isAll(unrecorded)) return 'Nothing has been recorded since'
  const part = partOf(unrecorded)
  if (unrecorded.failing === 1) return `${part} has not been recorded since`
  return `${part} are not being recorded, the first since`
}

function isAll({ failing, areas }: Unrecorded): boolean {
  return failing >= areas
}

function partOf({ failing, areas }: Unrecorded): string {
  return `${formatCount(failing)} of ${counted(areas, 'area')}`
}

const reasons: Readonly<Record<Exclude<GapReason, 'service'>, string>> = {
  unwatched: 'The area was not open on any map',
  stopped: 'Kerbside was not running',
  takeover: 'Another server was taking over',
  'disk-full': 'The disk was full',
  store: 'The database failed',
  damaged: 'The recording is damaged',
  unknown: 'Not recorded, reason unknown',
}

interface GapCause {
  readonly reason: GapReason
  readonly problem: RecordingGap['problem']
}

/** Why nothing was recorded: "Service unreachable", "Kerbside was not running". */
export function gapInWords({ reason, problem }: GapCause): string {
  if (reason !== 'service') return reasons[reason]
  if (problem === null) return 'The service did not answer'
  return problemKinds[problem].title
}
