import type { Metadata } from 'next'
import { ObservationsPage } from '@/components/observations/observations-page'

export const metadata: Metadata = { title: 'Seen so far' }

export default function Seen() {
  return <ObservationsPage />
}
