import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { menuItemClass } from './menu'
import type { MenuPoint } from './menu-keys'

export interface MenuItem {
  readonly key: string
  readonly label: string
  readonly icon: LucideIcon
  /** Of a link, which is followed instead. */
  readonly href?: string
  /** @returns 'open' for a menu that stays, 'shown' for one that shows the outcome first */
  readonly run?: () => unknown
  readonly isDisabled?: boolean
}

/** From the edges of the window. */
const MARGIN_PX = 8
/** Long enough to read an outcome. */
const SHOWN_MS = 900

/**
 * A menu at a point, which a right-click, a long press or the menu key asked for.
 * Source: https://www.w3.org/WAI/ARIA/apg/patterns/menubar/
 */
export function ContextMenu({
  label,
  title,
  at,
  items,
  onClose,
}: {
  readonly label: string
  /** Above the entries. */
  readonly title: string
  readonly at: MenuPoint
  readonly items: readonly MenuItem[]
  readonly onClose: () => void
}) {
  const menu = useRef<HTMLDivElement>(null)
  const before = useRef<Element | null>(null)
  /** Index of the entry that was focused last. */
  const focusedAt = useRef(0)

  useLayoutEffect(() => {
    before.current ??= document.activeElement
    menu.current?.showPopover()
    entriesOf(menu.current)[0]?.focus({ preventScroll: true })
  }, [])

  const { x, y } = at
  const shown = items.map(({ key, href }) => `${key} ${href}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other entries have another height
  useLayoutEffect(() => {
    const element = menu.current
    if (!element) return
    const { offsetWidth, offsetHeight } = element
    const left = Math.min(x, window.innerWidth - offsetWidth - MARGIN_PX)
    const top = Math.min(y, window.innerHeight - offsetHeight - MARGIN_PX)
    element.style.left = `${Math.max(MARGIN_PX, left)}px`
    element.style.top = `${Math.max(MARGIN_PX, top)}px`
    // An entry that gave way to another one took the focus along.
    if (!element.contains(document.activeElement)) entriesOf(element)[focusedAt.current]?.focus()
  }, [x, y, shown])

  const closeOutside = useEffectEvent(({ target }: Event) => {
    if (!(target instanceof Node) || !menu.current?.contains(target)) onClose()
  })
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    // Not a light dismissal of the browser's: the end of the right-click would be one.
    const outside = (event: Event) => closeOutside(event)
    window.addEventListener('pointerdown', outside, { signal, capture: true })
    window.addEventListener('wheel', outside, { signal, capture: true, passive: true })
    window.addEventListener('resize', outside, { signal })
    return () => listening.abort()
  }, [])

  function close() {
    const hasFocus = menu.current?.contains(document.activeElement)
    onClose()
    if (hasFocus && before.current instanceof HTMLElement) before.current.focus()
  }

  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(closing.current), [])

  async function run({ run: work }: MenuItem) {
    const begun = work?.()
    const outcome = begun instanceof Promise ? await begun : begun
    if (outcome === 'open') return
    if (outcome !== 'shown') return close()
    clearTimeout(closing.current)
    closing.current = setTimeout(close, SHOWN_MS)
  }

  function onKeyDown(event: KeyboardEvent) {
    const { key } = event
    // The page has shortcuts of the same keys.
    event.stopPropagation()
    if (key === 'Escape' || key === 'Tab') {
      event.preventDefault()
      return close()
    }
    // A link alone does not know the key.
    if (key === ' ' && event.target instanceof HTMLAnchorElement) {
      event.preventDefault()
      return event.target.click()
    }
    const entry = entryAfterKey(entriesOf(menu.current), key)
    if (!entry) return
    event.preventDefault()
    entry.focus()
  }

  return (
    <div
      ref={menu}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        focusedAt.current = Math.max(0, entriesOf(menu.current).indexOf(target as HTMLElement))
      }}
      onContextMenu={(event) => event.preventDefault()}
      className="bg-surface text-text border-line shadow-raised fixed inset-auto m-0 max-h-[calc(100dvh-16px)] w-max max-w-[min(20rem,calc(100vw-16px))] min-w-52 overflow-y-auto rounded-lg border p-1"
    >
      <p className="text-muted truncate px-2 py-1 text-xs font-semibold">
        <bdi>{title}</bdi>
      </p>
      {items.map((item) => {
        const { key, label: words, icon: Icon, href, isDisabled = false } = item
        const content = (
          <>
            <Icon aria-hidden className="text-muted size-4 shrink-0" />
            <bdi className="min-w-0 truncate">{words}</bdi>
          </>
        )
        if (href !== undefined) {
          return (
            <a
              key={key}
              href={href}
              role="menuitem"
              tabIndex={-1}
              onClick={close}
              className={menuItemClass}
            >
              {content}
            </a>
          )
        }
        return (
          <button
            key={key}
            type="button"
            role="menuitem"
            tabIndex={-1}
            aria-disabled={isDisabled || undefined}
            onClick={() => isDisabled || void run(item)}
            className={`${menuItemClass} aria-disabled:text-muted aria-disabled:cursor-default`}
          >
            {content}
          </button>
        )
      })}
    </div>
  )
}

function entriesOf(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
}

/** The entry that an arrow or a first letter leads to; undefined for any other key. */
function entryAfterKey(entries: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const at = entries.indexOf(document.activeElement as HTMLElement)
  const last = entries.length - 1
  switch (key) {
    case 'ArrowDown':
      return entries[at === last ? 0 : at + 1]
    case 'ArrowUp':
      return entries[at <= 0 ? last : at - 1]
    case 'Home':
      return entries[0]
    case 'End':
      return entries[last]
  }
  if (key.length !== 1 || key === ' ') return undefined
  const inTurn = [...entries.slice(at + 1), ...entries.slice(0, at + 1)]
  const letter = key.toLowerCase()
  return inTurn.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(letter))
}
