import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type ToggleEvent,
  useId,
  useRef,
} from 'react'

export const menuItemClass =
  'hover:bg-sunken aria-[current=page]:bg-accent-soft flex min-h-11 w-full items-center gap-3 rounded-md px-2 text-left text-sm md:min-h-9'

/** A menu opens above its button where less than this is below it. */
const LEAST_BELOW_PX = 200

export function Menu({
  button,
  children,
  ...rest
}: {
  readonly button: ReactNode
  readonly children: ReactNode
} & Omit<ComponentProps<'button'>, 'children'>) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  // Before it is shown, when it has no size yet: the style sheet keeps it on the screen.
  function place({ newState }: ToggleEvent) {
    if (newState !== 'open' || !menu.current || !opener.current) return
    const { left, top, bottom } = opener.current.getBoundingClientRect()
    const below = window.innerHeight - bottom
    const { style, dataset } = menu.current
    dataset.side = below < LEAST_BELOW_PX && top > below ? 'above' : 'below'
    style.setProperty('--opener-left', `${left}px`)
    style.setProperty('--opener-top', `${top}px`)
    style.setProperty('--opener-bottom', `${bottom}px`)
  }

  return (
    <>
      <button {...rest} ref={opener} type="button" popoverTarget={id}>
        {button}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: closes after a link inside was
          followed, by mouse or key */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <div
        ref={menu}
        id={id}
        popover="auto"
        onBeforeToggle={place}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a')) menu.current?.hidePopover()
        }}
        className="bg-surface text-text border-line shadow-raised inset-auto data-[side=above]:bottom-[calc(100dvh-var(--opener-top)+6px)] data-[side=below]:top-[calc(var(--opener-bottom)+6px)] left-[clamp(8px,var(--opener-left),calc(100vw-var(--menu-width)-8px))] m-0 data-[side=above]:max-h-[calc(var(--opener-top)-12px)] data-[side=below]:max-h-[calc(100dvh-var(--opener-bottom)-12px)] w-(--menu-width) overflow-y-auto [--menu-width:min(18rem,calc(100vw-16px))] rounded-lg border p-2"
      >
        {children}
      </div>
    </>
  )
}

/** Closes the menu of a button in it, and does the button's work. */
export function closeMenu({ currentTarget }: MouseEvent<HTMLElement>, run: () => unknown): void {
  currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
  void run()
}
