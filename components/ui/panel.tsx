import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

export function Panel({
  title,
  heading: Heading = 'h2',
  actions,
  children,
  className = '',
}: {
  /** Absent where the content has a heading of its own. */
  readonly title?: string
  readonly heading?: 'h2' | 'h3'
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      className={`bg-surface border-line min-w-0 break-inside-avoid rounded-lg border p-4 ${className}`}
    >
      {title === undefined ? null : (
        <div className="mb-3 flex min-h-6 flex-wrap items-center justify-between gap-2">
          <Heading id={id} className="text-base font-semibold">
            {title}
          </Heading>
          {actions}
        </div>
      )}
      {children}
    </section>
  )
}

/**
 * Closed at first but for `isOpenAtFirst` and an id in the page's address;
 * rendered once it has been opened.
 */
export function DisclosurePanel({
  title,
  children,
  id,
  isOpenAtFirst = false,
}: {
  readonly title: string
  readonly children: () => ReactNode
  readonly id?: string
  readonly isOpenAtFirst?: boolean
}) {
  const [opened, setOpened] = useState(isOpenAtFirst)
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!details.current || id === undefined || window.location.hash !== `#${id}`) return
    details.current.open = true
    details.current.scrollIntoView()
  }, [id])
  return (
    <details
      ref={details}
      id={id}
      open={isOpenAtFirst}
      className="bg-surface border-line group min-w-0 rounded-lg border"
      onToggle={({ currentTarget }) => setOpened((before) => before || currentTarget.open)}
    >
      <summary className="flex min-h-12 list-none items-center gap-2 rounded-lg px-4 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="text-muted size-4 shrink-0 group-open:rotate-90" />
        <h2 className="text-base font-semibold">{title}</h2>
      </summary>
      <div className="px-4 pb-4">{opened ? children() : null}</div>
    </details>
  )
}
