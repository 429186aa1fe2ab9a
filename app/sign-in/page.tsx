import type { Metadata } from 'next'
import { SignInPage } from '@/components/account/sign-in/sign-in-page'
import { nextPage } from '@/lib/api/contract/pages'

export const metadata: Metadata = { title: 'Sign in' }

interface Props {
  readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>>
}

export default async function SignIn({ searchParams }: Props) {
  const { next, failed } = await searchParams
  return <SignInPage next={nextPage([next].flat()[0])} hasFailed={failed === 'oidc'} />
}
