import type { ReactNode } from 'react'
import { useZoneTime } from '@/components/layout/preferences/preferences'
import { ShownOnceDialog } from '@/components/ui/dialog'

export function LinkDialog({
  link: { url, expiresAt },
  ifLost,
  children,
  ...dialog
}: {
  readonly label: string
  readonly title: string
  readonly onClose: () => void
  readonly children?: ReactNode
  readonly link: { readonly url: string; readonly expiresAt: string }
  readonly ifLost: string
}) {
  const write = useZoneTime()
  return (
    <ShownOnceDialog
      {...dialog}
      lead={
        <>
          Send them this link yourself; Kerbside sends no e-mail.{' '}
          <strong>It won’t be shown again.</strong> {children}
        </>
      }
      text={url}
      what="the link"
    >
      <p className="text-muted text-sm">
        It works once and expires on {write(expiresAt)}. If it is lost, {ifLost}.
      </p>
    </ShownOnceDialog>
  )
}
