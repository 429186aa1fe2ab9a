import type { Metadata } from 'next'
import { AccountPage } from '@/components/account/account-page'

export const metadata: Metadata = { title: 'Your account' }

export default function Account() {
  return <AccountPage />
}
