import type { ReactNode } from 'react'

/** Card of the pages before sign-in. */
export function Entry({
  title,
  lead,
  children,
}: {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className="m-auto flex w-full max-w-md flex-col gap-5 p-4">
      <div className="bg-surface border-line rounded-lg border p-5 sm:p-7">
        <div aria-hidden className="mb-5 flex gap-1">
          <span className="bg-kerb h-1 w-10 rounded-full" />
          <span className="bg-kerb h-1 w-10 rounded-full" />
        </div>
        <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
        {lead ? <p className="text-muted mt-1 text-sm [overflow-wrap:anywhere]">{lead}</p> : null}
        <div className="mt-5 flex flex-col gap-4">{children}</div>
      </div>
    </div>
  )
}
