import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, type ReactNode } from 'react'

/** A column: its heading, its cell, and its order where it can be sorted by. */
export interface Column<Row> {
  readonly label: string
  readonly cell: (row: Row) => ReactNode
  /** Compares ascending; makes the heading a button. */
  readonly compare?: (a: Row, b: Row) => number
  /** Of the heading and its cells. */
  readonly className?: string
  /** The cell names its row; on a small screen it has no label. */
  readonly isRowHeader?: true
  /** Buttons: the heading is for screen readers alone. */
  readonly isActions?: true
}

/** A column by its place, and its direction. */
export interface ColumnSort {
  readonly column: number
  readonly descending: boolean
}

/** Sorts rows by a column; ties keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { column, descending }: ColumnSort,
): readonly Row[] {
  const compare = columns[column]?.compare
  if (!compare) return rows
  return rows.toSorted((a, b) => (descending ? compare(b, a) : compare(a, b)))
}

/** A table; on a small screen each row is a card with a label per cell. */
export function DataTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  sort = null,
  onSort,
  className = '',
  rowClass = plain,
}: {
  readonly label?: string
  /** The same array at each rendering, so that unchanged rows are not rendered again. */
  readonly columns: readonly Column<Row>[]
  /** Sorted, see `sortRows`. */
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  readonly sort?: ColumnSort | null
  readonly onSort?: (sort: ColumnSort) => void
  readonly className?: string
  /** Classes of a row. */
  readonly rowClass?: (row: Row) => string
}) {
  const isSortable = onSort !== undefined
  return (
    <table aria-label={label} className={`w-full text-left text-sm max-md:block ${className}`}>
      <thead
        className={`text-muted text-xs ${isSortable ? 'bg-surface sticky top-0 z-[1] max-md:block' : 'max-md:sr-only'}`}
      >
        <tr className={isSortable ? 'max-md:flex max-md:gap-4' : undefined}>
          {columns.map(({ label: heading, compare, className: columnClass = '', isActions }, place) => {
            const isSorted = sort?.column === place
            const Arrow = sort?.descending ? ArrowDown : ArrowUp
            return (
              <th
                key={heading}
                scope="col"
                aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
                className={`border-line px-2 font-medium first:pl-0 last:pr-0 md:border-b ${isSortable ? '' : 'pb-2'} ${columnClass}`}
              >
                {compare && onSort ? (
                  <button
                    type="button"
                    onClick={() => onSort({ column: place, descending: isSorted && !sort.descending })}
                    className="hover:text-text flex min-h-11 w-full items-center gap-1 text-left focus-visible:-outline-offset-2 md:min-h-9"
                  >
                    {heading}
                    {isSorted ? <Arrow aria-hidden className="size-3.5 shrink-0" /> : null}
                  </button>
                ) : (
                  <span className={isActions ? 'sr-only' : undefined}>{heading}</span>
                )}
              </th>
            )
          })}
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

const cellClass =
  'px-2 py-2 text-left font-normal first:pl-0 last:pr-0 max-md:flex max-md:min-w-0 max-md:gap-2 max-md:p-0'

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
      className={`border-line border-b align-baseline last:border-b-0 max-md:flex max-md:flex-col max-md:gap-1.5 max-md:py-3 max-md:first:pt-0 max-md:last:pb-0 ${className}`}
    >
      {columns.map(({ label, cell, className = '', isRowHeader, isActions }) =>
        isRowHeader ? (
          <th key={label} scope="row" className={`${cellClass} max-md:flex-wrap ${className}`}>
            {cell(row)}
          </th>
        ) : (
          <td key={label} className={`${cellClass} ${isActions ? 'md:text-right' : ''} ${className}`}>
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
