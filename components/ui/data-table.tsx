import { ArrowDown, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useEffect, useRef } from 'react'
import { isFromKeys, type MenuPoint, menuPointOf } from './menu-keys'
import { useVirtualRows } from './virtual-rows'

export interface Column<Row> {
  /** By which a table is sorted; the label where it has none. */
  readonly name?: string
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** Value that rows are sorted by, null for none; makes the heading a button. */
  readonly key?: (row: Row) => SortKey
  readonly className?: string
  /** Figures, on a small screen beside their label. */
  readonly isRight?: true
  /** The cell names its row; on a small screen it has no label. */
  readonly isRowHeader?: true
  /** Buttons: the heading is for screen readers alone. */
  readonly isActions?: true
}

export type SortKey = string | number | null | undefined

export interface Sort {
  readonly by: string
  readonly descending: boolean
}

const collator = new Intl.Collator('en-GB', { numeric: true })

/**
 * Sorts rows by a key: texts by the numbers in them too, and after any number. Ties keep their
 * order, rows without a key come last.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  keyOf: ((row: Row) => SortKey) | undefined,
  descending: boolean,
): readonly Row[] {
  if (!keyOf) return rows
  const sign = descending ? -1 : 1
  return rows
    .map((row) => ({ row, key: keyOf(row) ?? null }))
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
      return sign * compare(a.key, b.key)
    })
    .map(({ row }) => row)
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  // "now" comes before any time.
  if (typeof a !== typeof b) return typeof a === 'string' ? -1 : 1
  return collator.compare(String(a), String(b))
}

interface HeadingsProps<Row> {
  /** The same array at each rendering, so that unchanged rows are not rendered again. */
  readonly columns: readonly Column<Row>[]
  readonly sort?: Sort | null
  readonly onSort?: (sort: Sort) => void
}

interface TableProps<Row> extends HeadingsProps<Row> {
  readonly label?: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  readonly className?: string
  readonly rowClass?: (row: Row) => string
}

const PADDING = 'px-3 first:pl-0 last:pr-0'
const GRID_PADDING = 'px-3'

/** A table; on a small screen each row is a card with a label per cell. */
export function DataTable<Row>({
  label,
  className = '',
  rowClass = plain,
  ...table
}: TableProps<Row>) {
  const { columns, rows, keyOf, onSort } = table
  return (
    <table aria-label={label} className={`w-full text-left text-sm max-md:block ${className}`}>
      <thead
        className={`text-muted text-xs ${onSort ? 'bg-surface sticky top-0 z-[1] max-md:block' : 'max-md:sr-only'}`}
      >
        <tr className={onSort ? 'max-md:flex max-md:gap-4' : undefined}>
          <Headings {...table} padding={`${PADDING} ${onSort ? '' : 'pb-2'} md:border-b`} />
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <TableRow
            key={keyOf(row)}
            row={row}
            columns={columns as readonly Column<unknown>[]}
            className={rowClass(row)}
          />
        ))}
      </tbody>
    </table>
  )
}

const plain = () => ''

function Headings<Row>({
  columns,
  sort,
  onSort,
  padding,
}: HeadingsProps<Row> & { readonly padding: string }) {
  return columns.map(({ label, name = label, key, className = '', isActions, isRight }) => {
    const isSorted = sort?.by === name
    const Arrow = sort?.descending ? ArrowDown : ArrowUp
    const direction = sort?.descending ? 'descending' : 'ascending'
    return (
      <th
        key={name}
        scope="col"
        aria-sort={isSorted ? direction : undefined}
        className={`border-line font-semibold ${padding} ${isRight ? 'md:text-right' : ''} ${className}`}
      >
        {key && onSort ? (
          <button
            type="button"
            onClick={() => onSort({ by: name, descending: isSorted && !sort.descending })}
            className={`hover:text-text flex min-h-11 w-full items-center gap-1 text-left focus-visible:-outline-offset-2 md:min-h-9 ${isRight ? 'justify-end' : ''}`}
          >
            {label}
            {isSorted ? <Arrow aria-hidden className="size-3.5 shrink-0" /> : null}
          </button>
        ) : (
          <span className={isActions ? 'sr-only' : undefined}>{label}</span>
        )}
      </th>
    )
  })
}

const cellClass = `${PADDING} py-1.5 font-normal max-md:flex max-md:min-w-0 max-md:gap-2 max-md:p-0 md:h-11`

const TableRow = memo(function TableRow({
  row,
  columns,
  className,
}: {
  readonly row: unknown
  readonly columns: readonly Column<unknown>[]
  readonly className: string
}) {
  return (
    <tr
      className={`border-line border-b align-middle last:border-b-0 max-md:flex max-md:flex-col max-md:gap-1.5 max-md:py-3 max-md:first:pt-0 max-md:last:pb-0 ${className}`}
    >
      {columns.map(({ label, cell, className = '', isRowHeader, isActions, isRight }) =>
        isRowHeader ? (
          <th
            key={label}
            scope="row"
            className={`${cellClass} text-left max-md:order-first max-md:flex-wrap ${className}`}
          >
            {cell(row)}
          </th>
        ) : (
          <td
            key={label}
            className={`${cellClass} text-left ${isActions || isRight ? 'tabular-nums md:text-right' : ''} ${className}`}
          >
            {isActions ? null : (
              <span aria-hidden className="text-muted w-24 shrink-0 text-xs leading-5 md:hidden">
                {label}
              </span>
            )}
            {isActions ? cell(row) : <div className="min-w-0">{cell(row)}</div>}
          </td>
        ),
      )}
    </tr>
  )
})

const HEAD_HEIGHT = 44
/** Row 1 is the head. */
const FIRST_ROW_INDEX = 2

function rowOf(target: EventTarget): Element | null {
  return target instanceof Element ? target.closest('tr') : null
}

/**
 * A table of any length, its rows of one height; arrows and a click select,
 * Enter and a double click open.
 */
export function DataGrid<Row>({
  label,
  rowHeight,
  selected,
  scrollTop,
  order,
  onSelect,
  onOpen,
  onScroll,
  onMenu,
  rowClass = plain,
  ...table
}: TableProps<Row> & {
  /** Pixels. */
  readonly rowHeight: number
  /** Key of a row; null for none. */
  readonly selected: string | number | null
  /** Pixels from the top, at first. */
  readonly scrollTop: number
  /** The list begins at its top again when this changes. */
  readonly order: string
  readonly onSelect: (row: Row) => void
  readonly onOpen: (row: Row) => void
  readonly onScroll: (scrollTop: number) => void
  /** Opens the menu of a row. */
  readonly onMenu?: (row: Row, at: MenuPoint) => void
}) {
  const { columns, rows, keyOf } = table
  const grid = useRef<HTMLTableElement>(null)
  const selectedRow = selected === null ? -1 : rows.findIndex((row) => keyOf(row) === selected)
  const virtual = useVirtualRows<HTMLDivElement>(
    { count: rows.length, rowHeight, selected: selectedRow, scrollKey: selected, order },
    { headHeight: HEAD_HEIGHT, scrollTop },
  )

  const isBack = useRef(selected !== null)
  useEffect(() => {
    // Back from a row’s page: return the focus to where it was.
    if (isBack.current) grid.current?.focus({ preventScroll: true })
  }, [])

  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== grid.current) return
    const chosen = rows[selectedRow]
    const target = rows[virtual.rowAfterKey(event) ?? -1]
    if (target !== undefined) onSelect(target)
    else if (chosen && event.key === 'Enter' && !(event.ctrlKey || event.altKey || event.metaKey))
      onOpen(chosen)
    else return
    event.preventDefault()
  }

  /** The menu key asks for the menu of the selected row. */
  function onContextMenu(event: MouseEvent<HTMLElement>) {
    const { activeDescendant } = virtual
    const selectedId = isFromKeys(event.nativeEvent) ? activeDescendant : null
    const element = selectedId ? document.getElementById(selectedId) : rowOf(event.target)
    const index = Number(element?.getAttribute('aria-rowindex')) - FIRST_ROW_INDEX
    const row = rows[index]
    if (!onMenu || !element || row === undefined) return
    event.preventDefault()
    onMenu(row, menuPointOf(event, element))
  }

  return (
    <div
      ref={virtual.scroller}
      onScroll={({ currentTarget }) => onScroll(currentTarget.scrollTop)}
      className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]"
    >
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are chosen
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={virtual.activeDescendant}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
        data-menu={onMenu ? true : undefined}
        className="w-full table-fixed border-separate border-spacing-0 text-left text-sm focus-visible:-outline-offset-2"
      >
        <thead className="bg-surface text-muted sticky top-0 z-[1] text-xs print:static">
          <tr aria-rowindex={1} style={{ height: HEAD_HEIGHT }}>
            <Headings {...table} padding={`${GRID_PADDING} border-b`} />
          </tr>
        </thead>
        <tbody>
          <SpacerRow height={virtual.above} />
          {virtual.rows.map(({ index }) => {
            const row = rows[index] as Row
            return (
              <tr
                key={keyOf(row)}
                id={virtual.rowId(index)}
                aria-rowindex={index + FIRST_ROW_INDEX}
                aria-selected={index === selectedRow}
                onClick={() => onSelect(row)}
                onDoubleClick={() => onOpen(row)}
                className={`aria-selected:bg-accent-soft hover:bg-sunken cursor-pointer ${rowClass(row)}`}
                style={{ height: rowHeight }}
              >
                {columns.map(
                  ({ label: heading, name = heading, className = '', isRight, cell }) => (
                    <td
                      key={name}
                      className={`border-line border-b ${GRID_PADDING} ${isRight ? 'text-right tabular-nums' : ''} ${className}`}
                    >
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
            )
          })}
          <SpacerRow height={virtual.below} />
        </tbody>
      </table>
    </div>
  )
}

function SpacerRow({ height }: { readonly height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row takes no focus
    <tr aria-hidden="true">
      <td className="p-0" style={{ height }} />
    </tr>
  )
}
