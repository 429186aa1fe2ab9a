'use client'

import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ProblemNotice } from '@/components/layout/problem-notice'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { TextField, useFirstWrong } from '@/components/ui/text-field'
import { describeError, isWrongCode } from '@/lib/api/errors'
import { otpauthKey } from './otpauth-key'

/** Key for an authenticator app, and its first code. */
export function AuthenticatorForm({
  uri,
  isPending,
  error,
  onCode,
  onCancel,
}: {
  readonly uri: string
  readonly isPending: boolean
  readonly error: unknown
  readonly onCode: (code: string) => void
  readonly onCancel: () => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const form = useFirstWrong(error)
  const key = otpauthKey(uri) ?? uri
  const isOfField = isWrongCode(error) || (error ? describeError(error).parameter !== null : false)
  // Replaces the form that had the focus.
  useEffect(() => input.current?.focus(), [])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isPending) onCode(code.replaceAll(/\s/g, ''))
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-3 text-sm">
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
      <TextField
        ref={input}
        label="Code from the app"
        error={isOfField ? 'Wrong code. Codes change every 30 seconds.' : undefined}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
      {error && !isOfField ? <ProblemNotice error={error} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" aria-disabled={isPending}>
          {isPending ? 'Checking' : 'Turn on'}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
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
