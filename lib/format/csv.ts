/** A cell; null is empty. */
export type Cell = string | number | null

// Start of a formula for spreadsheets, full-width forms included.
const FORMULA_SIGNS = '=+\\-@\\t\\r\\n＝＋－＠'
const FORMULA_START = new RegExp(`^[${FORMULA_SIGNS}]`)
// Where `;` or a tab separates, the quotes around a field are none, and what follows one is a cell.
const INNER_FORMULA = new RegExp(`([;\\t\\r\\n]"*)(?=[${FORMULA_SIGNS}])`, 'g')
const DEFUSED_INNER = new RegExp(`([;\\t\\r\\n]"*)'(?=[${FORMULA_SIGNS}])`, 'g')
/** A text behind `'` that keeps a spreadsheet from changing or running it. */
const GUARDED = new RegExp(`^'(?=[${FORMULA_SIGNS}'\\d\\p{Lu}])`, 'u')

const MONTH = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
/**
 * Texts that a spreadsheet would change: leading zeros, more digits than it keeps or shows, `1E5`,
 * and days such as `3-1` and `MAR1`.
 */
const CHANGED = [
  /^0\d+$/,
  /^\d{12,}$/,
  /^\d+E\d+$/i,
  /^\d{1,2}[-/]\d{1,2}([-/]\d{2,4})?$/,
  new RegExp(String.raw`^\d{0,4}[-/ ]?${MONTH}[a-z]*[-/ ]?\d{1,4}$`, 'i'),
  new RegExp(String.raw`^\d{1,2}[-/ ]?${MONTH}$`, 'i'),
]

// Without it a spreadsheet reads the file in the machine's own character set.
export const BYTE_ORDER_MARK = '\ufeff'

/**
 * Rows as CSV (RFC 4180), all fields quoted. Texts that a spreadsheet would run as formulas, with
 * `,` or `;` as its separator, get a `'`; those that it would change are written as `="00123"`.
 * Numbers are not, so that -0.12 stays one.
 * @param rows the first is usually the header
 */
export function formatCsv(rows: Iterable<readonly Cell[]>): string {
  let text = BYTE_ORDER_MARK
  for (const row of rows) text += csvRow(row)
  return text
}

export function csvRow(cells: readonly Cell[]): string {
  const fields = cells.map(formatCell)
  return `${fields.join(',')}\r\n`
}

function formatCell(cell: Cell): string {
  const isText = typeof cell === 'string'
  const text = isText ? guarded(cell) : String(cell ?? '')
  const escaped = text.toWellFormed().replaceAll('"', '""')
  return `"${escaped}"`
}

function guarded(text: string): string {
  if (CHANGED.some((form) => form.test(text))) return `="${text}"`
  const inner = text.replace(INNER_FORMULA, "$1'")
  const needsGuard = FORMULA_START.test(text) || GUARDED.test(text)
  return needsGuard ? `'${inner}` : inner
}

/**
 * The text of a cell without what guards it in a spreadsheet: `="00123"`, and `'` before
 * signs, digits and capitals.
 */
export function unguarded(cell: string): string {
  const [, quoted] = /^="(.*)"$/s.exec(cell) ?? []
  if (quoted !== undefined) return quoted.replaceAll('""', '"')

  const [, enclosed] = /^'([\p{Lu}\d].*)'$/su.exec(cell) ?? []
  if (enclosed !== undefined) return enclosed

  const withoutGuard = cell.replace(GUARDED, '')
  return withoutGuard.replace(DEFUSED_INNER, '$1')
}
