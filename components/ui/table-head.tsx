import { tableClass } from './table'

/** The names of a table's columns; with `actions` one more, unnamed to the eye, for what can be done with a row. */
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
            <span className="sr-only">What can be done</span>
          </th>
        ) : null}
      </tr>
    </thead>
  )
}
