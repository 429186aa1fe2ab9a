import type { ReactNode } from 'react'
import { type BookingsTab, SourceTabs } from './source-tabs'

/** Title and tabs of all lists of bookings, at the same place in each. */
export function BookingsHead({
  title = 'Bookings',
  lead,
  actions,
  tab,
}: {
  readonly title?: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly tab: BookingsTab
}) {
  return (
    <>
      <div className="flex min-h-14 flex-wrap items-start gap-1.5 px-3 pt-2 md:gap-x-3 md:px-4">
        <div className="min-w-0 flex-1 basis-24">
          <h1 className="text-lg font-semibold tracking-tight">{title}</h1>
          <div className="text-muted text-xs md:flex md:gap-x-1">{lead}</div>
        </div>
        {actions}
      </div>
      <div className="md:px-1 print:hidden">
        <SourceTabs current={tab} />
      </div>
    </>
  )
}

/** A list of bookings that scrolls with its page. */
export function BookingsFrame({
  children,
  ...head
}: Parameters<typeof BookingsHead>[0] & { readonly children: ReactNode }) {
  return (
    <>
      <BookingsHead {...head} />
      <div className="flex flex-col gap-4 p-3 md:p-4">{children}</div>
    </>
  )
}
