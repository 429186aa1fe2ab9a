'use client'

import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { ListState } from '@/components/bookings/opened/opened-store'
import type { OpenedRecord } from '@/components/bookings/opened/records'
import { openedStore } from '@/components/bookings/opened/use-opened'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { useDistance } from '@/components/layout/preferences/use-distance'
import { SortHeader } from '@/components/ui/table/sort-header'
import { SpacerRow, useVirtualRows } from '@/components/ui/virtual-rows'
import { tableColumns } from './table-columns'

const ROW_HEIGHT = 52
const HEAD_HEIGHT = 44

/** Records as a virtual table. Arrows select, Enter opens. */
export function RecordTable({
  sorted,
  list: { selected, sort, filters, scrollTop },
  onSelect,
  onOpen,
}: {
  readonly sorted: readonly OpenedRecord[]
  readonly list: ListState
  readonly onSelect: (index: number) => void
  readonly onOpen: (record: OpenedRecord) => void
}) {
  const table = useRef<HTMLTableElement>(null)
  const { zone } = usePreferences()
  const formatDistance = useDistance()
  const selectedRow = selected === null ? -1 : sorted.findIndex(({ index }) => index === selected)
  const virtual = useVirtualRows<HTMLDivElement>(
    {
      count: sorted.length,
      rowHeight: ROW_HEIGHT,
      selected: selectedRow,
      scrollKey: selected,
      order: JSON.stringify([sort, filters]),
    },
    { headHeight: HEAD_HEIGHT, scrollTop },
  )

  const isBack = useRef(selected !== null)
  useEffect(() => {
    // Back from a record: return the focus to where it was.
    if (isBack.current) table.current?.focus({ preventScroll: true })
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== table.current) return
    const chosen = sorted[selectedRow]
    const target = sorted[virtual.rowAfterKey(event) ?? -1]
    if (target) onSelect(target.index)
    else if (chosen && event.key === 'Enter' && !(event.ctrlKey || event.altKey || event.metaKey))
      onOpen(chosen)
    else return
    event.preventDefault()
  }

  return (
    <div
      ref={virtual.scroller}
      onScroll={({ currentTarget }) => openedStore.saveScroll(currentTarget.scrollTop)}
      className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]"
    >
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are chosen is a grid
        role="grid"
        tabIndex={0}
        aria-label="Records"
        aria-rowcount={sorted.length + 1}
        aria-activedescendant={virtual.activeDescendant}
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
                onSort={(next) => openedStore.setListState({ sort: next })}
                className={`bg-surface border-line border-b ${className}`}
                isRight={isRight}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          <SpacerRow height={virtual.above} />
          {virtual.rows.map(({ index: row }) => {
            const record = sorted[row] as OpenedRecord
            return (
              <tr
                key={record.index}
                id={virtual.rowId(row)}
                aria-rowindex={row + 2}
                aria-selected={row === selectedRow}
                onClick={() => onSelect(record.index)}
                onDoubleClick={() => onOpen(record)}
                className="aria-selected:bg-accent-soft hover:bg-sunken cursor-pointer"
                style={{ height: ROW_HEIGHT }}
              >
                {tableColumns.map(({ sort: by, className, isRight, content }) => {
                  const [first, second] = content(record, zone ?? undefined, formatDistance)
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
          <SpacerRow height={virtual.below} />
        </tbody>
      </table>
    </div>
  )
}
