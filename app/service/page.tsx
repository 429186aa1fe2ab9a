import type { Metadata } from 'next'
import { ServicePage } from '@/components/record/service/service-page'

export const metadata: Metadata = { title: 'Service' }

export default function Service() {
  return <ServicePage />
}
