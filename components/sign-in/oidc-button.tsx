'use client'

import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { useSignInOidc } from '@/lib/queries/operators/sign-in'

/** Leads to the OpenID provider's sign-in page. */
export function OidcButton({ next }: { readonly next: string }) {
  const { mutate, isPending, isSuccess, error } = useSignInOidc()
  const isBusy = isPending || isSuccess
  return (
    <>
      <div aria-hidden className="text-muted flex items-center gap-3 text-xs">
        <span className="bg-line h-px flex-1" />
        or
        <span className="bg-line h-px flex-1" />
      </div>
      <Button
        aria-disabled={isBusy}
        onClick={() => !isBusy && mutate(next, { onSuccess: ({ url }) => window.location.assign(url) })}
      >
        {isBusy ? 'Redirecting' : 'Continue with your organisation’s account'}
      </Button>
      {error ? <ProblemNotice error={error} /> : null}
    </>
  )
}
