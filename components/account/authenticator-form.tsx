'use client'

import { useQuery } from '@tanstack/react-query'
import { codeField, Form } from '@/components/layout/form'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import type { useTwoFactorConfirm } from '@/lib/api/queries/operators/account'
import { otpauthKey } from './otpauth-key'

/** Key for an authenticator app, and its first code. */
export function AuthenticatorForm({
  uri,
  request,
  onCancel,
}: {
  readonly uri: string
  readonly request: ReturnType<typeof useTwoFactorConfirm>
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

/** A QR code, drawn in this browser; black on white in the dark theme too, or scanners do not read it. */
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
