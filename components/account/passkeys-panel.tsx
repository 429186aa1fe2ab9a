import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { Form, useFormRequest } from '@/components/layout/form'
import { useZoneTime } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { QueryState } from '@/components/layout/query-state'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { authClient, dataOfAuth } from '@/lib/api/client/auth-client'
import { safeText } from '@/lib/format/text'

const KEY = ['passkeys']

/** Ways to sign in without a password: the device asks for its PIN, a finger or a face. */
export function PasskeysPanel() {
  const client = useQueryClient()
  const passkeys = useQuery({
    queryKey: KEY,
    queryFn: () => dataOfAuth(authClient.$fetch<readonly Passkey[]>('/passkey/list-user-passkeys')),
  })
  const add = useFormRequest((name: string) => dataOfAuth(authClient.passkey.addPasskey({ name })))
  return (
    <Panel title="Passkeys">
      <p className="mb-3 text-sm">
        Sign in with this device’s PIN, fingerprint or face instead of a password and code.
      </p>
      <QueryState query={passkeys} loading={<Skeleton label="Loading your passkeys" lines={2} />}>
        {(list) => (
          <ul className="mb-3 flex flex-col gap-2 empty:hidden">
            {list.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        )}
      </QueryState>
      <Form
        schema={{
          name: {
            label: 'Name of the new passkey',
            hint: 'For example the device: “Desk laptop”.',
            maxLength: 60,
            autoComplete: 'off',
            missing: 'Enter a name that you will recognise.',
          },
        }}
        request={add}
        icon={KeyRound}
        action="Add a passkey"
        busy="Waiting for the device"
        variant="secondary"
        onSubmit={({ name }, form) =>
          add.mutate(name, {
            onSuccess: () => {
              form.reset()
              void client.invalidateQueries({ queryKey: KEY })
            },
          })
        }
      />
    </Panel>
  )
}

interface Passkey {
  readonly id: string
  readonly name: string | null
  readonly createdAt: string
}

function PasskeyRow({ passkey: { id, name, createdAt } }: { readonly passkey: Passkey }) {
  const client = useQueryClient()
  const write = useZoneTime()
  const remove = useFormRequest(() => dataOfAuth(authClient.passkey.deletePasskey({ id })))
  const shown = safeText(name ?? 'Passkey')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <bdi className="font-semibold">{shown}</bdi>
        <span className="text-muted block text-xs">Added {write(createdAt)}</span>
      </span>
      <Button
        aria-label={`Remove the passkey ${shown}`}
        isBusy={remove.isPending}
        onClick={() =>
          remove.mutate(undefined, {
            onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
          })
        }
      >
        Remove
      </Button>
      {remove.error ? <ProblemNotice error={remove.error} /> : null}
    </li>
  )
}
