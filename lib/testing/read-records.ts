import { bookingFields } from '@/lib/interface/fields/booking-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { readUnwrapped } from '@/lib/interface/readers'
import type { Booking, Vehicle } from '@/lib/interface/resources'
import { unwrap } from '@/lib/interface/unwrap'

/** The vehicle of an answer, as the service's client reads it. */
export const readVehicle = (answer: unknown) =>
  readUnwrapped<Vehicle>(vehicleFields, unwrap(answer, vehicleFields))

/** The booking of an answer, as the service's client reads it. */
export const readBooking = (answer: unknown) =>
  readUnwrapped<Booking>(bookingFields, unwrap(answer, bookingFields))
