import type { Metadata } from 'next'
import { WebhooksPage } from '@/components/bookings/webhooks/webhooks-page'

export const metadata: Metadata = { title: 'Webhook addresses' }

export default function Webhooks() {
  return <WebhooksPage />
}
