import type { ReactNode } from 'react'
import { Mark } from './mark'

/** In place of a list: what it is for, what fills it, and the one button that begins. */
export function EmptyState({
  title,
  children,
  action,
}: {
  readonly title: ReactNode
  readonly children: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div
      role="status"
      className="bg-surface border-line flex flex-col items-center gap-3 rounded-lg border px-4 py-12 text-center"
    >
      <Mark className="size-10" />
      <p className="text-base font-semibold">{title}</p>
      <div className="text-muted flex max-w-prose flex-col gap-2 text-sm">{children}</div>
      {action ? <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div> : null}
    </div>
  )
}
