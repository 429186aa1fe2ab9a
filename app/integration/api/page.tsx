import type { Metadata } from 'next'
import { operationsOf } from '@/components/record/service/api-operations'
import { ApiPage } from '@/components/record/service/api-page'
import document from '@/public/openapi.json'

export const metadata: Metadata = { title: 'Kerbside API' }

export default function KerbsideApi() {
  return <ApiPage operations={operationsOf(document)} />
}
