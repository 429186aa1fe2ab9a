import type { Metadata } from 'next'
import { LookupPage } from '@/components/lookup/lookup-page'

export const metadata: Metadata = { title: 'Look up' }

export default function Lookup() {
  return <LookupPage />
}
