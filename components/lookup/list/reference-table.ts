import Papa from 'papaparse'
import { unguarded } from '@/lib/format/csv'
import type { MarkupRows } from './reference-markup'

interface TableRow {
  readonly line: number
  readonly cells: readonly string[]
}

// Longer ones first: after ", " a quote begins a cell.
const SEPARATORS = ['\t', '; ', ';', ', ', ',', '|']
const SAMPLE_ROWS = 50
// Rows above the headings of a report.
const MOST_TITLES = 5
// The likeliest first; beside `vehicle_our_ref` the `our_ref` is a booking's own.
const HEADINGS = [
  /^vehicle ?our ?ref(erence)?$/,
  /^our ?ref(erence)?s?$/,
  /^call ?signs?$/,
  /^vehicle ?ref(erence)?s?$/,
  // Also "Referencia", "Référence", "Referenz" and their like.
  /^ref(s|eren[a-z]+)?( ?(no|number|id|code))?$/,
  /^fleet ?(no|number|id|code)$/,
]

/** With `\n` as the end of each line, and without the byte order mark. */
export function plainLines(text: string): string {
  const withoutMark = text.replace(/^\ufeff/, '')
  return withoutMark.replaceAll(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')
}

export type ReferenceTable = NonNullable<ReturnType<typeof readTable>>

/**
 * Reads a text in columns, as of a spreadsheet.
 * @param markup rows of a JSON array or an HTML table
 * @returns null for plain lines, each a reference as it stands
 */
export function readTable(text: string, markup: MarkupRows | null = null) {
  const plain = plainLines(text)
  const named = markup ? undefined : /^"?sep=(.)"?\n/i.exec(plain)?.[1]
  const rows = markup ? numbered(markup.rows) : rowsOf(plain, named)
  const certainHeading = markup?.hasHeadings ? { row: 0, column: null } : null
  const heading = headingOf(rows) ?? certainHeading
  const body = heading ? rows.slice(heading.row + 1) : rows
  const isTable = markup || heading || named
  if (!isTable && areWholeLines(rows, plain)) return null
  const headings = heading && rows[heading.row]
  const width = body.reduce((most, { cells }) => Math.max(most, cells.length), 1)
  const columns = Array.from({ length: width }, (_, column) => ({
    heading: headings?.cells[column]?.trim() || null,
    sample: firstCellOf(body, column),
  }))
  const filled = columns.findIndex(({ sample }) => sample !== '')
  const firstFilled = Math.max(0, filled)
  return {
    columns,
    rows: body,
    /**
     * The column of references by its heading, else every cell where all look alike, else
     * the first that is not empty.
     */
    likely: heading?.column ?? (areReferences(body) ? ('every' as const) : firstFilled),
    /** From 1; null without headings. */
    headingLine: headings?.line ?? null,
  }
}

function areWholeLines(rows: readonly TableRow[], plain: string): boolean {
  const lines = plain.split('\n')
  return rows.every(({ line, cells }) => {
    if (cells.length !== 1) return false
    return cells[0]?.trim() === lines[line - 1]?.trim()
  })
}

/** The first cell of a column that is not blank; empty where all are. */
function firstCellOf(rows: readonly TableRow[], column: number): string {
  const cells = rows.map((row) => row.cells[column] ?? '')
  return cells.find(isFilled) ?? ''
}

function isFilled(cell: string): boolean {
  return cell.trim() !== ''
}

function rowsOf(plain: string, separator: string | undefined): TableRow[] {
  if (separator === undefined) return likeliestRows(plain)
  const { rows } = parse(plain, separator)
  return rows.slice(1)
}

/** Rows without lines of their own, as if each stood on one. */
function numbered(rows: readonly (readonly string[])[]): TableRow[] {
  return rows.map((cells, index) => ({
    line: index + 1,
    cells: cells.map(unguarded),
  }))
}

/** Whether each cell has digits, and the same letters and signs as the others: "KB-1, KB-2". */
function areReferences(rows: readonly TableRow[]): boolean {
  const cells = rows.flatMap((row) => row.cells).filter(Boolean)
  const forms = new Set(cells.map((cell) => cell.replaceAll(/\d+/g, '0')))
  const hasDigits = /\d/.test(cells[0] ?? '')
  return forms.size === 1 && hasDigits
}

/** By the separator that most rows have; commas in a few references make no columns. */
function likeliestRows(text: string): TableRow[] {
  const found = SEPARATORS.map((separator) => tryOf(text, separator))
  const tables = found.filter(({ isTable }) => isTable)
  tables.sort((a, b) => Number(b.isClean) - Number(a.isClean) || b.share - a.share)
  const [best] = tables
  if (best) return parse(text, best.separator).rows

  const lines = text.split('\n').filter(isFilled)
  const quoted = lines.filter((line) => /^".*"$/.test(line))
  const isLiteral = quoted.length * 2 < lines.length
  return parse(text, '\t', { isLiteral }).rows
}

/** How well a separator splits the first rows. */
interface SeparatorTry {
  readonly separator: string
  readonly isTable: boolean
  readonly isClean: boolean
  /** Of the rows that are not blank, those that it splits. */
  readonly share: number
}

function tryOf(text: string, separator: string): SeparatorTry {
  const { rows, isClean } = parse(text, separator, { preview: SAMPLE_ROWS })
  const filled = rows.filter(({ cells }) => cells.some(isFilled))
  const split = filled.filter(({ cells }) => cells.length > 1)
  const share = split.length / filled.length
  // No reference has a tab.
  const leastShare = separator === '\t' ? 0 : 0.5
  const isTable = split.length > 0 && share >= leastShare
  return { separator, isTable, isClean, share }
}

interface ParsedRows {
  readonly rows: TableRow[]
  /** False where a quote does not end. */
  readonly isClean: boolean
}

/** Papa Parse's own. */
const EVERY_ROW = 0

interface ParseOptions {
  /** Number of rows; all by default. */
  readonly preview?: number | undefined
  /** Quotes are part of the cells. */
  readonly isLiteral?: boolean
}

function parse(
  text: string,
  delimiter: string,
  { preview, isLiteral = false }: ParseOptions = {},
): ParsedRows {
  const quoteChar = isLiteral ? '\0' : '"'
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    quoteChar,
    preview: preview ?? EVERY_ROW,
  })
  // A quote that does not end would take all further lines along.
  const hasOpenQuote = errors.some(({ type }) => type === 'Quotes')
  if (hasOpenQuote && !isLiteral) {
    const { rows } = parse(text, delimiter, { preview, isLiteral: true })
    return { rows, isClean: false }
  }
  let line = 1
  const rows = data.map((cells) => {
    // A line of one cell is a reference as it stands.
    const isWholeLine = cells.length === 1
    const plainCells = cells.map((cell) => {
      const keepsSpaces = isWholeLine || isQuoted(cell, text)
      return unguarded(keepsSpaces ? cell : cell.trim())
    })
    const row = { line, cells: plainCells }
    for (const cell of cells) line += countBreaks(cell)
    line++
    return row
  })
  return { rows, isClean: true }
}

function countBreaks(cell: string): number {
  return cell.split('\n').length - 1
}

/** Whether the spaces around a cell stand in quotes, and belong to it. */
function isQuoted(cell: string, text: string): boolean {
  if (cell === cell.trim()) return false
  const escaped = cell.replaceAll('"', '""')
  return text.includes(`"${escaped}"`)
}

/** Place of the heading of references. */
interface HeadingPlace {
  readonly row: number
  readonly column: number
}

function headingOf(rows: readonly TableRow[]): HeadingPlace | null {
  const titles = rows.slice(0, MOST_TITLES)
  for (const heading of HEADINGS) {
    for (const [row, { cells }] of titles.entries()) {
      const column = cells.findIndex((cell) => heading.test(plainHeading(cell)))
      if (column >= 0) return { row, column }
    }
  }
  return hasOtherHeadings(rows) ? { row: 0, column: 0 } : null
}

/** Words of ASCII letters and digits: "call sign" of "Call-Sign:". */
function plainHeading(cell: string): string {
  return cell
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim()
}

/** Headings in other words: only they have no digit. */
function hasOtherHeadings(rows: readonly TableRow[]): boolean {
  const width = rows[0]?.cells.length ?? 0
  if (width < 2) return false
  const cells = rows.map((row) => row.cells[0] ?? '')
  const [first = '', ...others] = cells.filter(isFilled)
  if (others.length < 2) return false
  return !hasDigit(first) && others.every(hasDigit)
}

function hasDigit(text: string): boolean {
  return /\d/.test(text)
}
