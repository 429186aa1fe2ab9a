import type { AuditEntry } from '@/lib/contract/operators'

const COLUMNS = [
  'id',
  'at',
  'operator_email',
  'action',
  'subject',
  'outcome',
  'address',
  'request_id',
] as const satisfies readonly (keyof AuditEntry)[]

/** The first line, behind a mark that tells spreadsheets that this is UTF-8. */
export const csvHead = `\uFEFF${COLUMNS.join(',')}\r\n`

/** Source: RFC 4180 */
export function csvLine(entry: AuditEntry): string {
  return `${COLUMNS.map((name) => field(entry[name])).join(',')}\r\n`
}

// What begins like this is a formula to a spreadsheet, full-width forms included.
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

function field(value: string | number | null): string {
  const text = value === null ? '' : String(value)
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}
