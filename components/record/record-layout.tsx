import type { ReactNode } from 'react'

/**
 * A record's page. `beside` is left of the facts, on a phone above them; `after` is below `beside`, on a phone last.
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
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
      <div className="flex min-w-0 flex-col gap-4">{beside}</div>
      <div className="flex min-w-0 flex-col gap-4 lg:row-span-2">{children}</div>
      <div className="flex min-w-0 flex-col gap-4 lg:col-start-1">{after}</div>
    </div>
  )
}
