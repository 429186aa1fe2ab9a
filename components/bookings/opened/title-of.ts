import { safeText } from '@/lib/format/text'
import type { OpenedRecord } from './records'

/** Title of a record: its reference, its id, or its number. */
export function titleOf({ index, inspected }: OpenedRecord): string {
  const { our_ref, id } = inspected?.record ?? {}
  return safeText(our_ref || id || `Record ${index + 1}`, 80)
}
