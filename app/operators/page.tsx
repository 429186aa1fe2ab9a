import type { Metadata } from 'next'
import { OperatorsPage } from '@/components/account/operators/operators-page'

export const metadata: Metadata = { title: 'Operators' }

export default function Operators() {
  return <OperatorsPage />
}
