import type { Metadata } from 'next'
import { ObservationsPage } from '@/components/record/service/observations-page'

export const metadata: Metadata = { title: 'Observations' }

export default function Observations() {
  return <ObservationsPage />
}
