'use client'

import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
} from 'react'

/** One line of a list of vehicles. */
export interface Row {
  readonly id: string
  /** All that the line says, in words. */
  readonly text: string
  readonly content: ReactNode
}

// About a screenful.
const PAGE_ROWS = 8

/**
 * A list of any length: only the rows in sight are made. Arrows select, Enter opens. What a refresh brings above the
 * rows in sight leaves the scroll where it is; only a new selection or another order moves it.
 */
export function RowList({
  label,
  count,
  rowHeight,
  rowAt,
  selectedRow,
  selectedId,
  order,
  onSelect,
  onOpen,
  ref,
}: {
  readonly label: string
  readonly count: number
  /** Pixels. */
  readonly rowHeight: number
  readonly rowAt: (row: number) => Row
  /** -1 when the selected vehicle is not in the list. */
  readonly selectedRow: number
  readonly selectedId: string | null
  /** A list in another order is looked at from its top. */
  readonly order: string
  readonly onSelect: (id: string) => void
  readonly onOpen: (id: string) => void
  readonly ref?: Ref<HTMLDivElement>
}) {
  const listId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => scroller.current as HTMLDivElement, [])
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: PAGE_ROWS,
    // The selected row is what the list's focus points at, so it exists also out of sight.
    rangeExtractor: (range) => withRow(range, selectedRow),
  })
  const rowId = (row: number) => `${listId}-${row}`

  // A vehicle may be selected before it is loaded: the list goes to it when it comes, and only then.
  const wentTo = useRef<string | null>(null)
  useEffect(() => {
    if (selectedId === null || selectedRow < 0) wentTo.current = selectedId === null ? null : wentTo.current
    else if (wentTo.current !== selectedId) {
      wentTo.current = selectedId
      virtual.scrollToIndex(selectedRow, { align: 'auto' })
    }
  }, [selectedId, selectedRow, virtual])

  const lastOrder = useRef(order)
  useEffect(() => {
    if (lastOrder.current === order) return
    lastOrder.current = order
    virtual.scrollToOffset(0)
  }, [order, virtual])

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    if (event.key === 'Enter' && selectedId !== null) {
      event.preventDefault()
      return onOpen(selectedId)
    }
    const last = count - 1
    const targets: Record<string, number> = {
      ArrowDown: Math.min(last, selectedRow + 1),
      ArrowUp: Math.max(0, selectedRow - 1),
      PageDown: Math.min(last, selectedRow + PAGE_ROWS),
      PageUp: Math.max(0, selectedRow - PAGE_ROWS),
      Home: 0,
      End: last,
    }
    const target = targets[event.key]
    if (target === undefined || target < 0) return
    event.preventDefault()
    onSelect(rowAt(target).id)
  }

  return (
    <div
      ref={scroller}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={selectedRow >= 0 ? rowId(selectedRow) : undefined}
      onKeyDown={onKeyDown}
      className="border-line min-h-0 flex-1 overflow-y-auto border-t [overflow-anchor:none] focus-visible:-outline-offset-2"
    >
      <div role="presentation" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const { id, text, content } = rowAt(index)
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the listbox itself takes the keys
            // biome-ignore lint/a11y/useFocusableInteractive: it keeps the focus too, for a row's element goes when it scrolls out of sight
            <div
              key={id}
              id={rowId(index)}
              role="option"
              aria-selected={index === selectedRow}
              aria-setsize={count}
              aria-posinset={index + 1}
              aria-label={text}
              onClick={() => onSelect(id)}
              onDoubleClick={() => onOpen(id)}
              className="border-line aria-selected:bg-accent-soft hover:bg-sunken absolute inset-x-0 top-0 cursor-pointer border-b"
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              {content}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function withRow(range: Range, row: number): number[] {
  const rows = defaultRangeExtractor(range)
  if (row < 0 || row >= range.count || rows.includes(row)) return rows
  return [...rows, row].sort((a, b) => a - b)
}
