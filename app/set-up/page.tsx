import type { Metadata } from 'next'
import { LinkPage } from '@/components/account/sign-in/link-page'

export const metadata: Metadata = { title: 'Set up' }

export default function SetUp() {
  return <LinkPage kind="set-up" />
}
