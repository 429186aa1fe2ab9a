import type { Metadata } from 'next'
import { LinkPage } from '@/components/account/sign-in/link-page'

export const metadata: Metadata = { title: 'Invitation' }

export default function Invitation() {
  return <LinkPage kind="invitation" />
}
