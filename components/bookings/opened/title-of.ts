import type { ListedRecord } from '@/components/bookings/table/listed-record'
import { safeText } from '@/lib/format/text'

/** Title of a record: its reference, its id, or its number. */
export function titleOf({ index, inspected }: ListedRecord): string {
  const { our_ref, id } = inspected.record
  return safeText(our_ref || id || `Record ${index + 1}`, 80)
}
