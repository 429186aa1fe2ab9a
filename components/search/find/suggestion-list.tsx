'use client'

import { Bookmark, CarFront, ListFilter, MapPin } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { safeText } from '@/lib/format/text'
import type { Suggestion } from './suggestions'

const icons = { vehicle: CarFront, area: Bookmark, place: MapPin, list: ListFilter } as const

const LONGEST = 200

/** The list below a search field, above everything else on the page. */
export function SuggestionList({
  id,
  options,
  active,
  foot,
  anchor,
  onChoose,
}: {
  readonly id: string
  readonly options: readonly Suggestion[]
  readonly active: number
  readonly foot: string | null
  /** The field. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly onChoose: (suggestion: Suggestion) => void
}) {
  const popup = useRef<HTMLDivElement>(null)
  usePlaceBelow(popup, anchor)
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field keeps the focus
    <div
      ref={popup}
      popover="manual"
      onMouseDown={(event) => event.preventDefault()}
      className="bg-surface text-text border-line-strong shadow-raised inset-auto m-0 flex-col rounded-md border p-1 text-sm [&:popover-open]:flex"
    >
      {options.length > 0 ? (
        <div
          id={id}
          role="listbox"
          aria-label="Suggestions"
          className="min-h-0 overflow-y-auto overscroll-contain"
        >
          {options.map((option, index) => {
            const { key, kind, name, source } = option
            const Icon = icons[kind]
            const shown = safeText(name, LONGEST)
            const from = safeText(source, LONGEST)
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys act in the field
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
              <div
                key={key}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                title={`${shown} (${from})`}
                onClick={() => onChoose(option)}
                className="hover:bg-sunken aria-selected:bg-accent-soft flex min-h-11 cursor-pointer items-center gap-2 rounded px-2 py-0.5 aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-focus"
              >
                <Icon aria-hidden className="text-muted size-4 shrink-0" />
                <span className="min-w-0 flex-1">
                  <bdi className="block truncate font-medium">{shown}</bdi>
                  <span className="text-muted block truncate text-xs">
                    <bdi>{from}</bdi>
                  </span>
                </span>
              </div>
            )
          })}
        </div>
      ) : null}
      {foot ? <p className="text-muted shrink-0 px-2 py-1.5 text-xs">{foot}</p> : null}
    </div>
  )
}

const GAP_PX = 4
const MARGIN_PX = 8
/** Three options, where there is less room. */
const LEAST_PX = 140

/** Keeps the popup below the field, and above a keyboard on the screen. */
function usePlaceBelow(popup: RefObject<HTMLElement | null>, anchor: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { visualViewport } = window
    function place() {
      if (!popup.current || !anchor.current) return
      const { bottom } = anchor.current.getBoundingClientRect()
      // The field beside its label is narrow.
      const { left, width } = (anchor.current.closest('form') ?? anchor.current).getBoundingClientRect()
      const top = bottom + GAP_PX
      const seen = visualViewport ? visualViewport.offsetTop + visualViewport.height : window.innerHeight
      // Before a keyboard is there, the half that it is going to cover.
      const free = matchMedia('(pointer: coarse)').matches ? Math.min(seen, window.innerHeight / 2) : seen
      Object.assign(popup.current.style, {
        left: `${left}px`,
        top: `${top}px`,
        width: `${width}px`,
        maxHeight: `${Math.max(LEAST_PX, free - top - MARGIN_PX)}px`,
      })
    }
    popup.current?.showPopover()
    place()
    // A label or an error of the field comes and goes.
    const observer = new ResizeObserver(place)
    const form = anchor.current?.closest('form')
    if (form) observer.observe(form)
    const moves = ['resize', 'scroll', 'transitionend'] as const
    for (const name of moves) window.addEventListener(name, place, true)
    visualViewport?.addEventListener('resize', place)
    visualViewport?.addEventListener('scroll', place)
    return () => {
      observer.disconnect()
      for (const name of moves) window.removeEventListener(name, place, true)
      visualViewport?.removeEventListener('resize', place)
      visualViewport?.removeEventListener('scroll', place)
    }
  }, [popup, anchor])
}
