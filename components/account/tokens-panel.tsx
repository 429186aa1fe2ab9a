import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form, useFormRequest } from '@/components/layout/form'
import { useZoneTime } from '@/components/layout/preferences/preferences'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { QueryState } from '@/components/layout/query-state'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { ShownOnceDialog } from '@/components/ui/dialog'
import { SelectField } from '@/components/ui/field'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { authClient, dataOfAuth } from '@/lib/api/client/auth-client'
import { call, type DataFrom } from '@/lib/api/client/call'
import { ROLES, type Role } from '@/lib/api/contract/operators'
import type { Myself } from '@/lib/api/queries/operators'
import { query } from '@/lib/api/queries/query'
import { roleWords } from '@/lib/format/role-words'
import { safeText } from '@/lib/format/text'

const KEY = ['tokens']
const DAY_SECONDS = 24 * 60 * 60

interface Token {
  readonly id: string
  readonly name: string | null
  /** Its first characters. */
  readonly start: string | null
  /** Null where the stored one is unknown: the token is refused. */
  readonly role: Role | null
  readonly expiresAt: string | null
  readonly lastUsedAt: string | null
}

interface ListedKey extends Omit<Token, 'role' | 'lastUsedAt'> {
  readonly metadata: { readonly role?: string } | null
  readonly lastRequest: string | null
}

async function ownTokens(): Promise<readonly Token[]> {
  const sent = authClient.$fetch<{ readonly apiKeys: readonly ListedKey[] }>('/api-key/list')
  const { apiKeys } = await dataOfAuth(sent)
  return apiKeys.map(({ metadata, lastRequest, ...key }) => ({
    ...key,
    role: ROLES.find((role) => role === metadata?.role) ?? null,
    lastUsedAt: lastRequest,
  }))
}

/** One's own tokens for scripts. */
export function TokensPanel({ myself }: { readonly myself: Myself }) {
  const client = useQueryClient()
  const tokens = useQuery({ queryKey: KEY, queryFn: ownTokens })
  const refresh = () => client.invalidateQueries({ queryKey: KEY })
  const revoke = (keyId: string) => dataOfAuth(authClient.apiKey.delete({ keyId }))
  return (
    <Panel title="Tokens for scripts">
      <p className="mb-3 text-sm">
        Scripts send a token instead of signing in. A token sees what its role sees, never more than
        you do, and cannot manage accounts.
      </p>
      <QueryState query={tokens} loading={<Skeleton label="Loading your tokens" lines={3} />}>
        {(list) => <TokenTable tokens={list} revoke={revoke} onRevoked={refresh} />}
      </QueryState>
      <NewToken myself={myself} onMade={refresh} />
    </Panel>
  )
}

const DAYS = [
  [30, '30 days'],
  [90, '90 days'],
  [365, 'One year'],
] as const

function NewToken({ myself, onMade }: { readonly myself: Myself; readonly onMade: () => void }) {
  const [role, setRole] = useState<Role>('viewer')
  const [days, setDays] = useState<number>(90)
  const own = ROLES.slice(0, ROLES.indexOf(myself.role) + 1)
  const request = useFormRequest((name: string) => {
    const expiresIn = days * DAY_SECONDS
    return dataOfAuth(authClient.apiKey.create({ name, expiresIn, metadata: { role } }))
  })
  const { data, reset } = request
  return (
    <div className="mt-4">
      <Form
        schema={{
          name: {
            label: 'Name of the new token',
            hint: 'Name the script that uses it; it appears in the audit log.',
            maxLength: 60,
            autoComplete: 'off',
            className: ROOM,
            missing: 'Enter the name of the script.',
          },
        }}
        request={request}
        action="Create token"
        busy="Creating"
        variant="secondary"
        layout="row"
        onSubmit={({ name }, form) =>
          request.mutate(name, {
            onSuccess: () => {
              form.reset()
              onMade()
            },
          })
        }
      >
        <SelectField
          label="Role"
          className={ROOM}
          hint={roleWords[role].may}
          value={role}
          options={own.map((value) => [value, roleWords[value].label])}
          onChange={setRole}
        />
        <SelectField
          label="Valid for"
          className={ROOM}
          value={days}
          options={DAYS}
          onChange={setDays}
        />
      </Form>
      {data ? (
        <ShownOnceDialog
          label="Token"
          title={`Token “${safeText(data.name ?? '')}”`}
          lead={
            <>
              The script sends it as <code>Authorization: Bearer …</code>.{' '}
              <strong>It won’t be shown again.</strong>
            </>
          }
          text={data.key}
          what="the token"
          onClose={reset}
        >
          <p className="text-muted text-sm">If you lose it, revoke it and create another one.</p>
        </ShownOnceDialog>
      ) : null}
    </div>
  )
}

const ROOM = 'min-w-0 flex-1 basis-48'

type TokenOfOperator = DataFrom<'GET /api/tokens'>['tokens'][number]

/** Tokens of all operators, for administrators. */
export function AllTokens() {
  const client = useQueryClient()
  const tokens = query('/api/tokens')
  return (
    <Panel title="Tokens for scripts">
      <QueryState
        query={useQuery(tokens)}
        loading={<Skeleton label="Loading the tokens" lines={3} />}
      >
        {({ data }) => (
          <TokenTable
            tokens={data.tokens}
            emailOf={({ email }: TokenOfOperator) => email}
            revoke={(id) => call('DELETE /api/tokens/{id}', { id })}
            onRevoked={() => client.invalidateQueries(tokens)}
          />
        )}
      </QueryState>
    </Panel>
  )
}

function TokenTable<One extends Token>({
  tokens,
  emailOf,
  revoke,
  onRevoked,
}: {
  readonly tokens: readonly One[]
  /** Not set: all are one's own. */
  readonly emailOf?: (token: One) => string
  readonly revoke: (id: string) => Promise<unknown>
  readonly onRevoked: () => void
}) {
  if (tokens.length === 0) return <p className="text-muted text-sm">No tokens.</p>
  const operator: Column<One> = {
    label: 'Operator',
    className: '[overflow-wrap:anywhere]',
    cell: (token) => safeText(emailOf?.(token) ?? ''),
  }
  const columns: readonly Column<One>[] = [
    {
      label: 'Name',
      isRowHeader: true,
      className: '[overflow-wrap:anywhere]',
      cell: ({ name, start }) => (
        <>
          <bdi className="font-semibold">{safeText(name ?? '')}</bdi>
          <code className="text-muted block text-xs">{start}…</code>
        </>
      ),
    },
    ...(emailOf ? [operator] : []),
    { label: 'Role', cell: ({ role }) => (role ? roleWords[role].label : 'Unknown, refused') },
    { label: 'Last used', cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} none="Never" /> },
    { label: 'Expires', cell: ({ expiresAt }) => <Moment at={expiresAt} none="—" /> },
    {
      label: 'Actions',
      isActions: true,
      cell: (token) => <Revoke token={token} revoke={revoke} onRevoked={onRevoked} />,
    },
  ]
  return <DataTable columns={columns} rows={tokens} keyOf={({ id }) => id} />
}

function Moment({ at, none }: { readonly at: string | null; readonly none: string }) {
  const write = useZoneTime()
  return at === null ? none : write(at)
}

function Revoke({
  token: { id, name },
  revoke,
  onRevoked,
}: {
  readonly token: Token
  readonly revoke: (id: string) => Promise<unknown>
  readonly onRevoked: () => void
}) {
  const request = useFormRequest(revoke)
  const act = () => request.mutate(id, { onSuccess: onRevoked })
  return (
    <>
      <Button
        aria-label={`Revoke the token ${safeText(name ?? '')}`}
        isBusy={request.isPending}
        onClick={act}
      >
        Revoke
      </Button>
      {request.error ? <ProblemNotice error={request.error} retry={act} /> : null}
    </>
  )
}
