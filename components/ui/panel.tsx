import { type ReactNode, useId } from 'react'

/** A titled region of a page. */
export function Panel({
  title,
  actions,
  children,
  className = '',
}: {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`bg-surface border-line min-w-0 rounded-lg border p-4 ${className}`}
    >
      <div className="mb-3 flex min-h-6 flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
