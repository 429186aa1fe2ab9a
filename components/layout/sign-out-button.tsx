import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { clearStorage, signOut } from '@/components/layout/storage'
import { Button } from '@/components/ui/button'
import { authClient, dataOfAuth } from '@/lib/api/client/auth-client'
import { ProblemNotice } from './problem-notice'

const words = {
  here: { label: 'Sign out', pending: 'Signing out' },
  everywhere: { label: 'Sign out everywhere', pending: 'Signing out everywhere' },
} as const

export function SignOutButton({ which = 'here' }: { readonly which?: keyof typeof words }) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (which: keyof typeof words) =>
      dataOfAuth<unknown>(which === 'here' ? authClient.signOut() : authClient.revokeSessions()),
    onMutate: () => Object.assign(signOut, { isRunning: true }),
    onError: () => Object.assign(signOut, { isRunning: false }),
    onSuccess: () => {
      client.clear()
      clearStorage()
      // A full load, so that nothing in memory survives.
      window.location.replace('/sign-in')
    },
  })
  const { label, pending } = words[which]
  return (
    <div className="flex flex-col gap-2">
      <Button
        icon={LogOut}
        isBusy={isPending}
        onClick={() => mutate(which)}
        className="self-stretch"
      >
        {isPending ? pending : label}
      </Button>
      {error ? <ProblemNotice error={error} /> : null}
    </div>
  )
}
