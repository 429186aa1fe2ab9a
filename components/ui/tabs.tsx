import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

export function Tabs<Name extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  children,
  className = '',
}: {
  readonly label: string
  readonly tabs: readonly { readonly name: Name; readonly label: string }[]
  readonly chosen: Name
  readonly onChoose: (name: Name) => void
  readonly children: ReactNode
  readonly className?: string
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    const here = tabs.findIndex(({ name }) => name === chosen)
    const targets: Record<string, number> = {
      ArrowRight: (here + 1) % tabs.length,
      ArrowLeft: (here + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const target = tabs[targets[event.key] ?? -1]
    if (!target) return
    event.preventDefault()
    onChoose(target.name)
    list.current?.querySelector<HTMLElement>(`[data-tab="${target.name}"]`)?.focus()
  }

  return (
    <div className={className}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="border-line flex border-b px-2"
      >
        {tabs.map(({ name, label: text }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={name === chosen}
            aria-controls={name === chosen ? `${id}-panel` : undefined}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
            className="text-muted aria-selected:border-accent aria-selected:text-text hover:text-text -mb-px flex min-h-11 flex-1 items-center justify-center gap-1.5 border-0 border-b-2 border-transparent px-2 text-sm font-semibold focus-visible:-outline-offset-2 md:min-h-9"
          >
            {text}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        className="flex min-h-0 flex-1 flex-col"
      >
        {children}
      </div>
    </div>
  )
}
