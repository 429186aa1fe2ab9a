import type { Metadata } from 'next'
import { SpecificationPage } from '@/components/record/service/specification-page'

export const metadata: Metadata = { title: 'Integration' }

export default function Integration() {
  return <SpecificationPage />
}
