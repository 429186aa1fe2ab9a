import { bookingFields } from '@/lib/interface/booking-fields'
import type { FieldTable } from '@/lib/interface/fields'
import { vehicleSearchObjectFields } from '@/lib/interface/search-fields'
import { vehicleFields } from '@/lib/interface/vehicle-fields'
import { inspectBooking } from './booking'
import type { Finding } from './finding'
import { inspectSearchObject } from './search'
import { inspectVehicle } from './vehicle'

export const recordKinds = {
  vehicle: { table: vehicleFields, inspect: (record) => inspectVehicle(record) },
  'search-object': { table: vehicleSearchObjectFields, inspect: (record) => inspectSearchObject(record) },
  booking: { table: bookingFields, inspect: (record) => inspectBooking(record) },
} as const satisfies Record<string, { table: FieldTable; inspect: (record: unknown) => Finding[] }>

export type RecordKind = keyof typeof recordKinds
