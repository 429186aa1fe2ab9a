'use client'

import { type ReactNode, useState } from 'react'
import { useZoneTime } from '@/components/layout/preferences/use-zone-time'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'

/** A one-time link, shown once, since the server stores only its hash: Escape closes it after it was copied. */
export function LinkDialog({
  label,
  title,
  link: { url, expiresAt },
  ifLost,
  onClose,
  children,
}: {
  readonly label: string
  readonly title: string
  readonly link: { readonly url: string; readonly expiresAt: string }
  /** What to do when the link gets lost. */
  readonly ifLost: string
  readonly onClose: () => void
  /** What the link does. */
  readonly children: ReactNode
}) {
  const [isCopied, setIsCopied] = useState(false)
  const write = useZoneTime()
  return (
    <Dialog label={label} onClose={onClose} stays={!isCopied}>
      <div className="flex flex-col gap-3" onCopy={() => setIsCopied(true)}>
        <h2 className="text-base font-semibold [overflow-wrap:anywhere]">{title}</h2>
        <p className="text-sm">
          Send them this link yourself; Kerbside sends no e-mail. <strong>It won’t be shown again.</strong>{' '}
          {children}
        </p>
        <div className="border-line-strong bg-sunken flex items-center gap-2 rounded-md border py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 text-sm select-all [overflow-wrap:anywhere]">{url}</code>
          <CopyButton text={url} what="the link" onCopied={() => setIsCopied(true)} />
        </div>
        <p className="text-muted text-sm">
          It works once and expires on {write(expiresAt)}. If it gets lost, {ifLost}.
        </p>
        <form method="dialog" className="self-end">
          <Button type="submit" variant="primary">
            Done
          </Button>
        </form>
      </div>
    </Dialog>
  )
}
