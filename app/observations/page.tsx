import type { Metadata } from 'next'
import { ObservationsPage } from '@/components/observations/observations-page'

export const metadata: Metadata = { title: 'Service observations' }

export default function Observations() {
  return <ObservationsPage />
}
