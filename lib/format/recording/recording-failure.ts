import type { RecordingFailure } from '@/lib/api/contract/recording'
import { counted, formatCount } from '@/lib/format/number'

/** Why areas are not recorded: "the disk is full". */
export function failureInWords({ reason }: Pick<RecordingFailure, 'reason'>): string {
  return reason === 'disk-full' ? 'the disk is full' : 'the database does not answer in time'
}

type Unrecorded = Pick<RecordingFailure, 'failing' | 'areas'>

/** "Nothing is recorded", "1 of 3 areas is not recorded". */
export function unrecordedNow(unrecorded: Unrecorded): string {
  if (isAll(unrecorded)) return 'Nothing is recorded'
  return `${partOf(unrecorded)} ${unrecorded.failing === 1 ? 'is' : 'are'} not recorded`
}

/** The same before a time: "Nothing has been recorded since". */
export function unrecordedSince(unrecorded: Unrecorded): string {
  if (isAll(unrecorded)) return 'Nothing has been recorded since'
  return unrecorded.failing === 1
    ? `${partOf(unrecorded)} has not been recorded since`
    : `${partOf(unrecorded)} are not being recorded, the first since`
}

export function isAll({ failing, areas }: Unrecorded): boolean {
  return failing >= areas
}

function partOf({ failing, areas }: Unrecorded): string {
  return `${formatCount(failing)} of ${counted(areas, 'area')}`
}
