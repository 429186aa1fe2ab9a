import type { Metadata } from 'next'
import { ArrivedBookingPage } from '@/components/bookings/arrived/arrived-booking-page'

export const metadata: Metadata = { title: 'Arrived booking' }

interface Props {
  readonly params: Promise<{ readonly key: string }>
}

export default async function ArrivedBooking({ params }: Props) {
  return <ArrivedBookingPage bookingKey={(await params).key} />
}
