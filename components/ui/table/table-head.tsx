import { tableClass } from './table'

/** Column headings of a table; `actions` adds a column with a visually hidden heading. */
export function TableHead({
  columns,
  actions = false,
}: {
  readonly columns: readonly string[]
  readonly actions?: boolean
}) {
  return (
    <thead className={tableClass.head}>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col" className={tableClass.heading}>
            {column}
          </th>
        ))}
        {actions ? (
          <th scope="col" className={tableClass.heading}>
            <span className="sr-only">Actions</span>
          </th>
        ) : null}
      </tr>
    </thead>
  )
}
