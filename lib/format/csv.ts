/** What a cell may hold; null is an empty one. */
export type Cell = string | number | null

// What a spreadsheet takes for the start of a formula, the full-width forms that some read alike included.
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/

// Without it a spreadsheet reads the file in the machine's own character set.
export const BYTE_ORDER_MARK = '\ufeff'

/**
 * Rows as CSV (RFC 4180), every field quoted. A text that a spreadsheet would run as a formula gets a `'` before it;
 * a number is none, so that a longitude of -0.12 stays one.
 * @param rows the first is usually the header
 */
export function formatCsv(rows: Iterable<readonly Cell[]>): string {
  let text = BYTE_ORDER_MARK
  for (const row of rows) text += csvRow(row)
  return text
}

export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

function formatCell(cell: Cell): string {
  const text = cell === null ? '' : String(cell)
  const safe = typeof cell === 'string' && FORMULA_START.test(text) ? `'${text}` : text
  return `"${safe.toWellFormed().replaceAll('"', '""')}"`
}
