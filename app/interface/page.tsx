import type { Metadata } from 'next'
import { InterfacePage } from '@/components/interface/interface-page'

export const metadata: Metadata = { title: 'Service interface' }

export default function Interface() {
  return <InterfacePage />
}
