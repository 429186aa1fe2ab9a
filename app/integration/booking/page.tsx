import type { Metadata } from 'next'
import { ExampleBookingPage } from '@/components/bookings/booking/example-booking-page'

export const metadata: Metadata = { title: 'Example booking' }

export default function ExampleBooking() {
  return <ExampleBookingPage />
}
