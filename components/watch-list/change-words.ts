import type { ChangeSide, RecordChange } from '@/lib/contract/watch-list'
import type { FieldGroup } from '@/lib/interface/fields/fields'

const groups: Partial<Record<FieldGroup, string>> = {
  vehicle: 'Vehicle',
  driver: 'Driver',
  owner: 'Owner',
  prices: 'Prices',
  record: 'Record',
  webhooks: 'Webhooks',
}

/** "Driver · Phone", as on the record's page. */
export function fieldWords({ group, label }: RecordChange): string {
  return `${(group && groups[group]) ?? 'Not in the specification'} · ${label}`
}

/** "Booked since 16:04" of a change of the active booking; null of any other. */
export function bookingWords({ path, old, new: now }: RecordChange, time: string): string | null {
  if (path !== 'active_booking_id' || old.is === 'withheld' || now.is === 'withheld') return null
  if (now.is !== 'value') return now.is === 'json' || !isBooked(old) ? null : `Booking ended ${time}`
  return isBooked(old) ? `Another booking since ${time}` : `Booked since ${time}`
}

function isBooked({ is }: ChangeSide): boolean {
  return is === 'value' || is === 'json'
}
