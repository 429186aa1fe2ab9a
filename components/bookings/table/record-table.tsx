'use client'

import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { ListState } from '@/components/bookings/opened/opened-store'
import { openedStore } from '@/components/bookings/opened/use-opened'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { useDistance } from '@/components/layout/preferences/use-distance'
import { useMinuteFormat } from '@/components/layout/preferences/use-minute-format'
import { SpacerRow, useVirtualRows } from '@/components/ui/virtual-rows'
import type { Sort, SortName } from './list-sort'
import type { ListedRecord } from './listed-record'
import { type CellFormats, columnsFor } from './table-columns'

const ROW_HEIGHT = 52
const HEAD_HEIGHT = 44

/** Records as a virtual table. Arrows select, Enter opens. */
export function RecordTable({
  sorted,
  list: { selected, sort, filters, scrollTop },
  records,
  fresh,
  onSelect,
  onOpen,
  onScroll,
}: {
  readonly sorted: readonly ListedRecord[]
  readonly list: ListState
  /** All of the list, whatever the filters. */
  readonly records: readonly ListedRecord[]
  /** Keys of arrived bookings that came or changed just now. */
  readonly fresh: ReadonlySet<string>
  readonly onSelect: (index: number) => void
  readonly onOpen: (record: ListedRecord) => void
  /** Pixels from the top. */
  readonly onScroll: (scrollTop: number) => void
}) {
  const table = useRef<HTMLTableElement>(null)
  const formats = useCellFormats()
  const columns = useMemo(() => columnsFor(records), [records])
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
      onScroll={({ currentTarget }) => onScroll(currentTarget.scrollTop)}
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
            {columns.map(({ sort: by, label, className, isRight }) => (
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
            const record = sorted[row] as ListedRecord
            return (
              <tr
                key={record.index}
                id={virtual.rowId(row)}
                aria-rowindex={row + 2}
                aria-selected={row === selectedRow}
                onClick={() => onSelect(record.index)}
                onDoubleClick={() => onOpen(record)}
                data-fresh={record.arrival !== null && fresh.has(record.arrival.key)}
                className="aria-selected:bg-accent-soft hover:bg-sunken data-[fresh=true]:bg-warning-soft cursor-pointer"
                style={{ height: ROW_HEIGHT }}
              >
                {columns.map(({ sort: by, className, isRight, content }) => {
                  const [first, second] = content(record, formats)
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

function useCellFormats(): CellFormats {
  const { zone } = usePreferences()
  const distance = useDistance()
  const formatMinute = useMinuteFormat()
  // A list that stays open past midnight says the day of each time.
  const [openedMs] = useState(Date.now)
  return useMemo(
    () => ({
      zone: zone ?? undefined,
      distance,
      minute: (epochMs) => formatMinute(epochMs, openedMs),
    }),
    [zone, distance, formatMinute, openedMs],
  )
}

/** A column header that sorts by it: ascending first, then reversed. */
function SortHeader({
  name,
  label,
  sort: { by, descending },
  onSort,
  className,
  isRight = false,
}: {
  readonly name: SortName
  readonly label: string
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
  readonly className: string
  readonly isRight?: boolean
}) {
  const isSorted = by === name
  const Arrow = descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (descending ? 'descending' : 'ascending') : undefined}
      className={`text-muted sticky top-0 z-[1] p-0 text-xs font-medium ${className}`}
    >
      <button
        type="button"
        onClick={() => onSort({ by: name, descending: isSorted && !descending })}
        className={`hover:text-text flex min-h-11 w-full items-center gap-1 px-3 text-left focus-visible:-outline-offset-2 ${isRight ? 'justify-end' : ''}`}
      >
        {label}
        {isSorted ? <Arrow aria-hidden className="size-3.5 shrink-0" /> : null}
      </button>
    </th>
  )
}
