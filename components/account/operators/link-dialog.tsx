import type { ReactNode } from 'react'
import { useZoneTime } from '@/components/layout/preferences/preferences'
import { ShownOnceDialog } from '@/components/ui/dialog'

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
  readonly ifLost: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const write = useZoneTime()
  return (
    <ShownOnceDialog
      label={label}
      title={title}
      lead={
        <>
          Send them this link yourself; Kerbside sends no e-mail. <strong>It won’t be shown again.</strong>{' '}
          {children}
        </>
      }
      text={url}
      what="the link"
      onClose={onClose}
    >
      <p className="text-muted text-sm">
        It works once and expires on {write(expiresAt)}. If it gets lost, {ifLost}.
      </p>
    </ShownOnceDialog>
  )
}
