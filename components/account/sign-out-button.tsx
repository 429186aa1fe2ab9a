'use client'

import { LogOut } from 'lucide-react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { clearKept } from '@/lib/queries/kept'
import { useSignOut } from '@/lib/queries/me'

const SIGN_IN_PAGE = '/sign-in'

/** Ends this session. When that fails, one is still signed in, and it says so. */
export function SignOutButton() {
  const { mutate, isPending, error } = useSignOut(leave)
  return (
    <div className="flex flex-col gap-2">
      <Button aria-disabled={isPending} onClick={() => !isPending && mutate()} className="self-stretch">
        <LogOut aria-hidden className="size-4" />
        {isPending ? 'Signing out' : 'Sign out'}
      </Button>
      {error ? <ProblemNotice error={error} /> : null}
    </div>
  )
}

function leave() {
  clearKept(window)
  window.location.replace(SIGN_IN_PAGE)
}
