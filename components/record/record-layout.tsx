import type { ReactNode } from 'react'

/**
 * A record's page. `beside` is left of the facts, on a phone above them; `after` is below both.
 */
export function RecordLayout({
  beside,
  after,
  children,
}: {
  readonly beside: ReactNode
  readonly after: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-4">{beside}</div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
      <div className="flex min-w-0 flex-col gap-4 lg:col-span-2">{after}</div>
    </div>
  )
}
