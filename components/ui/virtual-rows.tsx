'use client'

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import { flushSync } from 'react-dom'

/** Rows that Page Up and Page Down move by, and that are rendered beyond each edge. */
const PAGE_ROWS = 8

interface Options {
  readonly count: number
  /** Pixels. */
  readonly rowHeight: number
  readonly pageRows?: number
  /** Index of the selected row; -1 when it is not in the list. */
  readonly selected?: number
  /** Scrolls to the selected row when this changes, as soon as that row exists. */
  readonly scrollKey?: string | number | null
  /** Scrolls to the top when this changes. */
  readonly order?: string
}

/**
 * Renders only the rows in view of a list of any length. Rows added above leave the scroll position where it is.
 * @param table of a table, the height of its sticky head: its rows are laid out by `SpacerRow`, not by position
 */
export function useVirtualRows<E extends HTMLElement>(
  { count, rowHeight, pageRows = PAGE_ROWS, selected = -1, scrollKey = null, order = '' }: Options,
  table?: { readonly headHeight: number; readonly scrollTop?: number },
) {
  const id = useId()
  const scroller = useRef<E>(null)
  const headHeight = table?.headHeight ?? 0
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: pageRows,
    initialOffset: table?.scrollTop,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    rangeExtractor(range) {
      const rows = defaultRangeExtractor(range)
      // aria-activedescendant needs the selected row in the document, also out of view.
      if (table || selected < 0 || selected >= range.count || rows.includes(selected)) return rows
      return [...rows, selected].sort((a, b) => a - b)
    },
  })
  const isPrinting = usePrinting()
  const rows = isPrinting ? allRows(count, rowHeight, headHeight) : virtual.getVirtualItems()

  const measured = useRef(rowHeight)
  useLayoutEffect(() => {
    if (measured.current === rowHeight) return
    measured.current = rowHeight
    virtual.measure()
  }, [rowHeight, virtual])

  // A row may be selected before it is loaded: scroll to it once, when it comes.
  const scrolledTo = useRef<string | number | null>(null)
  const initialKey = useRef(scrollKey)
  useEffect(() => {
    if (scrollKey === null) scrolledTo.current = null
    else if (selected >= 0 && scrolledTo.current !== scrollKey) {
      scrolledTo.current = scrollKey
      // A step past the edge shows one row more; from further away the row comes to the middle.
      const [offset = 0] = virtual.getOffsetForIndex(selected, 'auto') ?? []
      const isFar = Math.abs(offset - (virtual.scrollOffset ?? 0)) > rowHeight
      const isCentred = !table && (isFar || scrollKey === initialKey.current)
      initialKey.current = null
      virtual.scrollToIndex(selected, { align: isCentred ? 'center' : 'auto' })
    }
  }, [scrollKey, selected, virtual, rowHeight, table])

  const lastOrder = useRef(order)
  useEffect(() => {
    if (lastOrder.current === order) return
    lastOrder.current = order
    virtual.scrollToOffset(0)
  }, [order, virtual])

  const height = virtual.getTotalSize()
  return {
    scroller,
    rows,
    /** Pixels of all rows. */
    height,
    /** Pixels of the rows that are not rendered. */
    above: (rows[0]?.start ?? headHeight) - headHeight,
    below: height + headHeight - (rows.at(-1)?.end ?? headHeight),
    rowId: (row: number) => `${id}-${row}`,
    activeDescendant: rows.some(({ index }) => index === selected) ? `${id}-${selected}` : undefined,
    /** The row that a key leads to from the selected one; null for any other key. */
    rowAfterKey({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): number | null {
      if (ctrlKey || altKey || metaKey || count === 0) return null
      const last = count - 1
      const targets: Record<string, number> = {
        ArrowDown: Math.min(last, selected + 1),
        ArrowUp: Math.max(0, selected - 1),
        PageDown: Math.min(last, selected + pageRows),
        PageUp: Math.max(0, selected - pageRows),
        Home: 0,
        End: last,
      }
      return targets[key] ?? null
    },
  }
}

/** More rows take minutes to lay out on paper. */
const MOST_PRINTED = 10_000

function allRows(count: number, rowHeight: number, headHeight: number) {
  return Array.from({ length: Math.min(count, MOST_PRINTED) }, (_, index) => {
    const start = headHeight + index * rowHeight
    return { index, start, end: start + rowHeight }
  })
}

/** Takes the height of the rows of a table that are not rendered. */
export function SpacerRow({ height }: { readonly height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr aria-hidden="true">
      <td className="p-0" style={{ height }} />
    </tr>
  )
}

interface Row {
  readonly key: string
  readonly attributes: ComponentProps<'div'>
  readonly content: ReactNode
}

/** A list of any length, with one focus for all of its rows. Arrows, Page Up, Page Down, Home and End select. */
export function VirtualRows({
  label,
  rowAt,
  onSelect,
  onKey,
  className,
  ref,
  ...options
}: Options & {
  readonly label: string
  readonly rowAt: (row: number) => Row
  readonly onSelect: (row: number) => void
  /** Any other key without a modifier; returns whether it was used. */
  readonly onKey: (key: string) => boolean
  readonly className: string
  readonly ref?: Ref<HTMLDivElement>
}) {
  const { selected, rowHeight } = options
  const virtual = useVirtualRows<HTMLDivElement>(options)
  useImperativeHandle(ref, () => virtual.scroller.current as HTMLDivElement, [virtual.scroller])

  function onKeyDown(event: KeyboardEvent) {
    const row = virtual.rowAfterKey(event)
    if (row !== null) onSelect(row)
    else if (event.ctrlKey || event.altKey || event.metaKey || !onKey(event.key)) return
    event.preventDefault()
  }

  return (
    <div
      ref={virtual.scroller}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={virtual.activeDescendant}
      onKeyDown={onKeyDown}
      className={`overflow-y-auto [overflow-anchor:none] focus-visible:-outline-offset-2 ${className}`}
    >
      <div role="presentation" className="relative" style={{ height: virtual.height }}>
        {virtual.rows.map(({ index, start }) => {
          const { key, attributes, content } = rowAt(index)
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, aria-activedescendant names the option
            <div
              key={key}
              id={virtual.rowId(index)}
              role="option"
              aria-selected={index === selected}
              {...attributes}
              className={`aria-selected:bg-accent-soft absolute inset-x-0 top-0 cursor-pointer ${attributes.className ?? ''}`}
              style={{ height: rowHeight, transform: `translateY(${start}px)`, ...attributes.style }}
            >
              {content}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Whether the page is being printed: lists then render all of their rows. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, isPrinting, () => false)
}

let isBetweenEvents = false

function isPrinting(): boolean {
  return isBetweenEvents || window.matchMedia('print').matches
}

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia('print')
  // The browser lays the pages out right after the event.
  const change = (isBetween: boolean) => () => {
    isBetweenEvents = isBetween
    flushSync(onChange)
  }
  const [before, after] = [change(true), change(false)]
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  media.addEventListener('change', onChange)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
    media.removeEventListener('change', onChange)
  }
}
