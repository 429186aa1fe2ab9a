import type { Metadata } from 'next'
import { ResetPage } from '@/components/account/sign-in/link-page'

export const metadata: Metadata = { title: 'Reset password' }

export default function ResetPassword() {
  return <ResetPage />
}
