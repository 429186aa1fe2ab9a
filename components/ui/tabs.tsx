import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

const TAB =
  'text-muted hover:text-text aria-[current]:border-accent aria-[current]:text-text aria-selected:border-accent aria-selected:text-text flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-1.5 border-0 border-b-2 border-transparent font-semibold whitespace-nowrap focus-visible:-outline-offset-2'

/** As wide as its words, for a finger on a small screen. */
export const tabClass = `${TAB} px-3 text-sm md:min-h-10`

/** Six of them are beside two buttons, on a phone too. */
const COMPACT = `${TAB} snap-start px-0.75 text-xs tracking-tight md:min-h-8 md:min-w-0 lg:px-1.25 lg:text-sm lg:tracking-normal`

export function Tabs<Name extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  children,
  actions,
  isCompact = false,
  className = '',
}: {
  readonly label: string
  readonly tabs: readonly { readonly name: Name; readonly label: string }[]
  readonly chosen: Name
  readonly onChoose: (name: Name) => void
  readonly children: ReactNode
  /** At the end of the line of tabs. */
  readonly actions?: ReactNode
  /** Of a narrow panel. */
  readonly isCompact?: boolean
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
        className={`border-line flex shrink-0 items-center border-b ${isCompact ? 'md:pr-2 md:pl-1.5' : ''}`}
      >
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          onKeyDown={onKeyDown}
          className="-mb-px flex min-w-0 flex-1 snap-x overflow-x-auto [scrollbar-width:none]"
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
              className={isCompact ? COMPACT : tabClass}
            >
              {text}
            </button>
          ))}
        </div>
        {actions}
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
