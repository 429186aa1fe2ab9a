'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useId, useRef } from 'react'
import type { Look } from '@/components/bookings/opened/opened-store'
import type { OpenedRecord } from '@/components/bookings/opened/records'
import { openedStore } from '@/components/bookings/opened/use-opened'
import { usePreferences } from '@/components/layout/preferences'
import { SortHeader } from '@/components/ui/sort-header'
import { tableColumns } from './table-columns'

const ROW_HEIGHT = 52
const HEAD_HEIGHT = 44
const PAGE_ROWS = 8

/** Records of any number as a table: only the rows in sight are made. Arrows select, Enter opens. */
export function RecordTable({
  sorted,
  look: { selected, sort, filters, scrollTop },
  onSelect,
  onOpen,
}: {
  readonly sorted: readonly OpenedRecord[]
  readonly look: Look
  readonly onSelect: (index: number) => void
  readonly onOpen: (record: OpenedRecord) => void
}) {
  const tableId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const { zone } = usePreferences()
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: PAGE_ROWS,
    initialOffset: scrollTop,
    // The rows start below the head, which stays over them.
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
  })
  const rows = virtual.getVirtualItems()
  // A table in another order is looked at from its top.
  const order = JSON.stringify([sort, filters])
  const selectedRow = selected === null ? -1 : sorted.findIndex(({ index }) => index === selected)

  const lastOrder = useRef(order)
  useEffect(() => {
    if (lastOrder.current === order) return
    lastOrder.current = order
    virtual.scrollToOffset(0)
  }, [order, virtual])

  const wentTo = useRef<number | null>(null)
  useEffect(() => {
    if (selectedRow < 0 || wentTo.current === selected) return
    wentTo.current = selected
    virtual.scrollToIndex(selectedRow, { align: 'auto' })
  }, [selected, selectedRow, virtual])

  const isBack = useRef(selected !== null)
  useEffect(() => {
    // Back from a record: the keyboard goes on where it was.
    if (isBack.current) table.current?.focus({ preventScroll: true })
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== table.current || event.ctrlKey || event.altKey || event.metaKey) return
    const last = sorted.length - 1
    const chosen = sorted[selectedRow]
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      onOpen(chosen)
      return
    }
    const targets: Record<string, number> = {
      ArrowDown: Math.min(last, selectedRow + 1),
      ArrowUp: Math.max(0, selectedRow - 1),
      PageDown: Math.min(last, selectedRow + PAGE_ROWS),
      PageUp: Math.max(0, selectedRow - PAGE_ROWS),
      Home: 0,
      End: last,
    }
    const target = sorted[targets[event.key] ?? -1]
    if (!target) return
    event.preventDefault()
    onSelect(target.index)
  }

  const isSelectedMade = rows.some(({ index }) => index === selectedRow)
  return (
    <div
      ref={scroller}
      onScroll={({ currentTarget }) => openedStore.keepScroll(currentTarget.scrollTop)}
      className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]"
    >
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are chosen is a grid
        role="grid"
        tabIndex={0}
        aria-label="Records"
        aria-rowcount={sorted.length + 1}
        aria-activedescendant={isSelectedMade ? `${tableId}-${selectedRow}` : undefined}
        onKeyDown={onKeyDown}
        className="w-full table-fixed border-separate border-spacing-0 text-sm focus-visible:-outline-offset-2"
      >
        <thead>
          <tr aria-rowindex={1}>
            {tableColumns.map(({ sort: by, label, className, isRight }) => (
              <SortHeader
                key={by}
                name={by}
                label={label}
                sort={sort}
                onSort={(next) => openedStore.setLook({ sort: next })}
                className={`bg-surface border-line border-b ${className}`}
                isRight={isRight}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={(rows[0]?.start ?? HEAD_HEIGHT) - HEAD_HEIGHT} />
          {rows.map(({ index: row }) => {
            const record = sorted[row] as OpenedRecord
            return (
              <tr
                key={record.index}
                id={`${tableId}-${row}`}
                aria-rowindex={row + 2}
                aria-selected={row === selectedRow}
                onClick={() => onSelect(record.index)}
                onDoubleClick={() => onOpen(record)}
                className="aria-selected:bg-accent-soft hover:bg-sunken cursor-pointer"
                style={{ height: ROW_HEIGHT }}
              >
                {tableColumns.map(({ sort: by, className, isRight, content }) => {
                  const [first, second] = content(record, zone ?? undefined)
                  return (
                    <td
                      key={by}
                      className={`border-line border-b px-3 ${isRight ? 'text-right' : ''} ${className}`}
                    >
                      <span className="block truncate">{first}</span>
                      <span className="text-muted block truncate text-xs">{second}</span>
                    </td>
                  )
                })}
              </tr>
            )
          })}
          <Spacer height={virtual.getTotalSize() + HEAD_HEIGHT - (rows.at(-1)?.end ?? HEAD_HEIGHT)} />
        </tbody>
      </table>
    </div>
  )
}

/** Stands for the rows that are not made. */
function Spacer({ height }: { readonly height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus
    <tr aria-hidden="true">
      <td className="p-0" style={{ height }} />
    </tr>
  )
}
