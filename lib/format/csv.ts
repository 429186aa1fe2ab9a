/** A cell; null is empty. */
export type Cell = string | number | null

// Start of a formula for spreadsheets, full-width forms included.
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/

// Without it a spreadsheet reads the file in the machine's own character set.
export const BYTE_ORDER_MARK = '\ufeff'

/**
 * Rows as CSV (RFC 4180), all fields quoted. Texts that a spreadsheet would run as formulas get a leading `'`; numbers
 * do not, so that -0.12 stays a number.
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
