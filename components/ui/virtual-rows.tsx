import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { usePrinting } from './use-printing'

/** Rows that Page Up and Page Down move by, and that are rendered beyond each edge. */
const PAGE_ROWS = 8

interface Options {
  readonly count: number
  /** Pixels. */
  readonly rowHeight: number
  /** Index of the selected row; -1 when it is not in the list. */
  readonly selected: number
  /** Scrolls to the selected row when this changes, as soon as that row exists. */
  readonly scrollKey: string | number | null
  /** Scrolls to the top when this changes. */
  readonly order: string
}

/**
 * Rows added above leave the scroll position where it is.
 * @param table has its rows laid out by `SpacerRow`
 */
export function useVirtualRows<E extends HTMLElement>(
  { count, rowHeight, selected, scrollKey, order }: Options,
  table?: { readonly headHeight: number; readonly scrollTop?: number },
) {
  const id = useId()
  const scroller = useRef<E>(null)
  const headHeight = table?.headHeight ?? 0
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: PAGE_ROWS,
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
    activeDescendant: rows.some(({ index }) => index === selected)
      ? `${id}-${selected}`
      : undefined,
    /** The row that a key leads to from the selected one; null for any other key. */
    rowAfterKey({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): number | null {
      if (ctrlKey || altKey || metaKey || count === 0) return null
      const last = count - 1
      const targets: Record<string, number> = {
        ArrowDown: Math.min(last, selected + 1),
        ArrowUp: Math.max(0, selected - 1),
        PageDown: Math.min(last, selected + PAGE_ROWS),
        PageUp: Math.max(0, selected - PAGE_ROWS),
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
