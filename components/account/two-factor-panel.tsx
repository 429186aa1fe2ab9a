import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { codeField, currentPassword, Form, useFormRequest } from '@/components/layout/form'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Notice } from '@/components/ui/notice'
import { Panel } from '@/components/ui/panel'
import { authClient, dataOfAuth, enableTwoFactor, verifyCode } from '@/lib/api/client/auth-client'
import type { Myself } from '@/lib/api/queries/operators'
import { query } from '@/lib/api/queries/query'

export function TwoFactorPanel({ myself: { email, twoFactor } }: { readonly myself: Myself }) {
  const client = useQueryClient()
  const { data: options } = useQuery(query('/api/auth'))
  const begin = useFormRequest(enableTwoFactor)
  const confirm = useFormRequest(verifyCode)
  const disable = useMutation({
    // The plugin’s own call has no code.
    mutationFn: (body: { password: string; code: string }) =>
      dataOfAuth(authClient.$fetch('/two-factor/disable', { method: 'POST', body })),
    onSuccess: () => client.invalidateQueries(query('/api/me')),
    gcTime: 0,
  })
  function reset() {
    begin.reset()
    confirm.reset()
  }

  if (begin.data && confirm.isSuccess) {
    const codes = begin.data.backupCodes.join('\n')
    return (
      <Panel title="Two-factor" actions={<CopyButton text={codes} what="the backup codes" />}>
        <div className="flex flex-col gap-3">
          <Notice
            tone="success"
            title="Two-factor is on. Save these backup codes now; they won’t be shown again"
          >
            Each one signs you in once if you lose your authenticator. Don’t keep them on the same
            phone. You are signed out everywhere else.
          </Notice>
          <ul className="grid grid-cols-2 gap-x-4 gap-y-1 font-mono text-sm">
            {begin.data.backupCodes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <Button
            variant="primary"
            className="self-start max-md:self-stretch"
            onClick={() => {
              reset()
              void client.invalidateQueries(query('/api/me'))
            }}
          >
            I’ve saved them
          </Button>
        </div>
      </Panel>
    )
  }
  if (begin.data)
    return (
      <Panel title="Two-factor">
        <AuthenticatorForm uri={begin.data.totpURI} request={confirm} onCancel={reset} />
      </Panel>
    )
  const action = twoFactor ? 'Turn two-factor off' : 'Set up two-factor'
  return (
    <Panel title="Two-factor">
      <p className="mb-3 text-sm">
        {twoFactor
          ? 'On: signing in requires a code from your authenticator app.'
          : 'Off. With two-factor on, signing in requires your password and a code from an authenticator app.'}
      </p>
      {twoFactor && options?.data.oidc ? (
        <p className="mb-3 text-sm">
          Signing in with your organisation’s account does not ask for this code. Your organisation
          decides whether that needs a second step.
        </p>
      ) : null}
      {/* The screen may have been left unlocked. */}
      <Form
        key={action}
        schema={{
          password: { ...currentPassword, label: 'Your password', missing: 'Enter your password.' },
          ...(twoFactor ? { code: codeField } : {}),
        }}
        username={email}
        passwordField="password"
        request={twoFactor ? disable : begin}
        action={action}
        busy="Checking"
        variant="secondary"
        onSubmit={({ password, code = '' }) =>
          twoFactor ? disable.mutate({ password, code }) : begin.mutate(password)
        }
      />
    </Panel>
  )
}

function AuthenticatorForm({
  uri,
  request,
  onCancel,
}: {
  readonly uri: string
  readonly request: ReturnType<typeof useFormRequest<string, unknown>>
  readonly onCancel: () => void
}) {
  const key = otpauthKey(uri) ?? uri
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>
        Scan the code with your authenticator app, enter this key as a time-based account, or{' '}
        <a href={uri} className="text-accent underline underline-offset-2">
          open the app on this device
        </a>
        .
      </p>
      <QrCode text={uri} label="QR code for your authenticator app" />
      <div className="border-line-strong bg-sunken flex items-center gap-2 rounded-md border py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 select-all [overflow-wrap:anywhere]">{key}</code>
        <CopyButton text={key.replaceAll(' ', '')} what="the key" />
      </div>
      <Form
        schema={{
          code: {
            ...codeField,
            label: 'Code from the app',
            hint: undefined,
            inputMode: 'numeric',
            maxLength: 12,
            // Replaces the form that had the focus.
            autoFocus: true,
          },
        }}
        request={request}
        action="Turn on"
        busy="Checking"
        secondAction={
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        }
        onSubmit={({ code }) => request.mutate(code)}
      />
    </div>
  )
}

/** Light modules around the code that scanners need. Source: ISO/IEC 18004 §9.1 */
const QUIET = 4

/**
 * A QR code, drawn in this browser; black on white in the dark theme too,
 * or scanners do not read it.
 */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data: rows } = useQuery({
    queryKey: ['qr-code', text],
    queryFn: async () => (await import('qr')).encodeQR(text, 'raw', { border: QUIET }),
    // Do not keep the key in memory.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const side = rows?.length ?? 0
  const path = (rows ?? []).flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-48 self-center rounded-md bg-white forced-color-adjust-none"
    >
      <path d={path.join('')} fill="black" />
    </svg>
  )
}

/**
 * In groups of four, for typing. Source: github.com/google/google-authenticator/wiki/Key-Uri-Format
 */
export function otpauthKey(uri: string): string | null {
  const key = URL.canParse(uri) ? new URL(uri).searchParams.get('secret') : null
  return key?.match(/.{1,4}/g)?.join(' ') ?? null
}
