import type { Metadata } from 'next'
import { UnrecognisedPage } from '@/components/bookings/arrived/unrecognised-page'

export const metadata: Metadata = { title: 'Deliveries not recognised' }

export default function UnrecognisedDeliveries() {
  return <UnrecognisedPage />
}
