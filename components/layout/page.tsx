import type { ReactNode } from 'react'

export function Page({
  title,
  lead,
  actions,
  tabs,
  children,
}: {
  readonly title: ReactNode
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  /** Pages beside this one. */
  readonly tabs?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <PageFrame>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 flex-1 basis-80">
          <h1 className="text-lg font-semibold tracking-tight [overflow-wrap:anywhere]">{title}</h1>
          {lead ? <p className="text-muted mt-1">{lead}</p> : null}
        </div>
        {actions}
      </div>
      {tabs}
      {children}
    </PageFrame>
  )
}

/** The width and the rhythm of every page, for one with a head of its own. */
export function PageFrame({ children }: { readonly children: ReactNode }) {
  return <div className="mx-auto flex w-full max-w-7xl flex-col gap-4 p-4 md:p-6">{children}</div>
}
