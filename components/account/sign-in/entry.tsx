import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { codeField, Form, useFormRequest } from '@/components/layout/form'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { storageKeys, writeStored } from '@/components/layout/storage'
import { useHydrated } from '@/components/layout/use-hydrated'
import { Button } from '@/components/ui/button'
import { Mark } from '@/components/ui/mark'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { authClient, dataOfAuth, verifyCode } from '@/lib/api/client/auth-client'
import { isFinal } from '@/lib/api/client/errors'
import { query } from '@/lib/api/queries/query'

export function Entry({
  title,
  lead,
  children,
}: {
  title: string
  lead?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="m-auto flex w-full max-w-md flex-col gap-5 p-4">
      <div className="bg-surface border-line rounded-lg border p-5 sm:p-7">
        <Mark className="mb-4 size-10" />
        <h1 className="text-lg font-semibold tracking-tight">{title}</h1>
        {lead ? <p className="text-muted mt-1 text-sm [overflow-wrap:anywhere]">{lead}</p> : null}
        <div className="mt-5 flex flex-col gap-4">{children}</div>
      </div>
    </div>
  )
}

/** Safari stores no secure cookie for an http:// address; other browsers may block all cookies. */
export function LostSessionNotice() {
  return (
    <Notice tone="danger" title="Your browser did not store the session">
      Allow cookies for this address, open Kerbside over https, or use another browser.
    </Notice>
  )
}

/** Loads a page after sign-in; a full load, so that nothing in memory survives. */
export function useArrival(next: string) {
  const client = useQueryClient()
  const [isLost, setIsLost] = useState(false)
  return {
    /** The browser did not store the session cookie. */
    isLost,
    async arrive() {
      const { data } = await client
        .fetchQuery({ ...query('/api/auth'), staleTime: 0 })
        .catch(() => ({ data: null }))
      if (data && !data.signedIn) return setIsLost(true)
      writeStored(storageKeys.sessionEnded, null)
      window.location.replace(next)
    },
  }
}

/** A request whose form stays busy after it succeeded, while the next page loads. */
export function untilArrival<
  Request extends { readonly isPending: boolean; readonly isSuccess: boolean },
>(request: Request): Request {
  return { ...request, isPending: request.isPending || request.isSuccess }
}

/** Before other ways to sign in than the password. */
export function OtherWays({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <div aria-hidden className="text-muted flex items-center gap-3 text-xs">
        <span className="bg-line h-px flex-1" />
        or
        <span className="bg-line h-px flex-1" />
      </div>
      {children}
    </>
  )
}

/** The browser offers the passkeys that it has for this address. */
export function PasskeyButton({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const request = useFormRequest(() => dataOfAuth(authClient.signIn.passkey()))
  const isHydrated = useHydrated()
  const isBusy = request.isPending || request.isSuccess
  return (
    <>
      <Button
        icon={KeyRound}
        disabled={!isHydrated}
        isBusy={isBusy}
        onClick={() => request.mutate(undefined, { onSuccess: onSignedIn })}
      >
        {isBusy ? 'Waiting for the device' : 'Sign in with a passkey'}
      </Button>
      {request.error ? <ProblemNotice error={request.error} /> : null}
    </>
  )
}

export function OidcButton({ next }: { readonly next: string }) {
  const { mutate, isPending, isSuccess, error } = useFormRequest(() => {
    // By way of the sign-in page: a navigation from another site sends no strict cookie.
    const callbackURL = `/sign-in?${new URLSearchParams({ next })}`
    return dataOfAuth(authClient.signIn.social({ provider: 'oidc', callbackURL }))
  })
  const isBusy = isPending || isSuccess
  return (
    <>
      <Button isBusy={isBusy} onClick={() => mutate()}>
        {isBusy ? 'Redirecting' : 'Continue with your organisation’s account'}
      </Button>
      {error ? <ProblemNotice error={error} /> : null}
    </>
  )
}

export function LinkEntry<T>({
  title,
  check,
  children,
}: {
  readonly title: string
  readonly check: (secret: string, signal: AbortSignal) => Promise<T>
  readonly children: (link: T, secret: string) => ReactNode
}) {
  const secret = useLinkSecret()
  const { data, error, refetch } = useQuery({
    queryKey: ['link', title, secret],
    queryFn: ({ signal }) => check(secret ?? '', signal),
    enabled: Boolean(secret),
    // Reading a link again cannot make it valid and would disturb typing.
    refetchInterval: false,
    refetchOnWindowFocus: false,
  })
  if (secret && data !== undefined && !error) return children(data, secret)
  return <Entry title={title}>{content()}</Entry>

  function content(): ReactNode {
    if (secret === null)
      return (
        <Notice tone="warning" title="The link is incomplete">
          Copy the whole link and open it again.
        </Notice>
      )
    if (error)
      return <ProblemNotice error={error} retry={isFinal(error) ? undefined : () => refetch()} />
    return <Skeleton label="Checking the link" lines={6} />
  }
}

const SECRET = /^#([\w-]{43})$/

/**
 * Secret of a one-time link, in the fragment, which browsers never send; undefined
 * while rendered on the server.
 */
function useLinkSecret(): string | null | undefined {
  const hash = useSyncExternalStore(
    listenToHash,
    () => window.location.hash,
    () => null,
  )
  return hash === null ? undefined : (SECRET.exec(hash)?.[1] ?? null)
}

function listenToHash(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

export function CodeForm({ onSignedIn, onBack }: { onSignedIn: () => void; onBack: () => void }) {
  const request = useFormRequest(verifyCode)
  return (
    <Form
      schema={{ code: { ...codeField, minLength: 6, autoFocus: true } }}
      request={untilArrival(request)}
      action="Sign in"
      busy="Signing in"
      layout="card"
      secondAction={
        <Button variant="ghost" onClick={onBack}>
          Start again
        </Button>
      }
      onSubmit={({ code }, form) =>
        request.mutate(code, { onSuccess: onSignedIn, onError: () => form.reset() })
      }
    />
  )
}
