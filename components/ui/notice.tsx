import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { IconButton } from '@/components/ui/button'

const tones = {
  info: { box: 'border-line-strong bg-sunken text-text', icon: Info },
  success: { box: 'border-good bg-good-soft text-text', icon: CircleCheck },
  warning: { box: 'border-warning bg-warning-soft text-text', icon: TriangleAlert },
  danger: { box: 'border-danger bg-danger-soft text-text', icon: CircleAlert },
} as const

export function Notice({
  tone = 'info',
  title,
  children,
  action,
  isQuiet = false,
  className = '',
}: {
  readonly tone?: keyof typeof tones
  readonly title: ReactNode
  readonly children?: ReactNode
  readonly action?: ReactNode
  /** Announced elsewhere: no live region. */
  readonly isQuiet?: boolean
  readonly className?: string
}) {
  const { box, icon: Icon } = tones[tone]
  const liveRole = tone === 'danger' ? 'alert' : 'status'
  return (
    <div
      role={isQuiet ? undefined : liveRole}
      className={`flex flex-wrap items-start gap-x-3 gap-y-2 rounded-md border px-3 py-2 text-left text-sm ${box} ${className}`}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
        <p className="font-semibold">{title}</p>
        {children ? <div className="text-muted mt-0.5">{children}</div> : null}
      </div>
      {action}
    </div>
  )
}

/** A message that can be put away. @param subject of the notice, for the name of its button */
export function DismissibleNotice({
  subject,
  onDismiss,
  ...notice
}: Omit<ComponentProps<typeof Notice>, 'action'> & {
  readonly subject: string
  readonly onDismiss: () => void
}) {
  return (
    <Notice
      {...notice}
      action={
        <IconButton
          icon={X}
          label={`Dismiss the notice about ${subject}`}
          variant="ghost"
          onClick={onDismiss}
          className="-my-1 -mr-1"
        />
      }
    />
  )
}

/** Facts by which an administrator finds a failure in the server’s log. */
export function Details({ children }: { readonly children: ReactNode }) {
  return (
    <details className="text-xs">
      <summary className="min-h-6 w-fit content-center max-md:min-h-11">Details</summary>
      {children}
    </details>
  )
}
