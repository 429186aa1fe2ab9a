import { safeText } from '@/lib/format/text'
import type { OpenedRecord } from './records'

/** What a record is called: by its reference, its id, or else its place. */
export function titleOf({ index, inspected }: OpenedRecord): string {
  const { our_ref, id } = inspected?.record ?? {}
  return safeText(our_ref || id || `Record ${index + 1}`, 80)
}
