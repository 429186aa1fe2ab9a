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
  return text.replace(/^\ufeff/, '').replaceAll(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, '\n')
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
  const lines = plain.split('\n')
  const isPlain =
    !markup &&
    rows.every(
      ({ line, cells }) => cells.length === 1 && cells[0]?.trim() === lines[line - 1]?.trim(),
    )
  if (isPlain && !heading && !named) return null
  const headings = heading && rows[heading.row]
  const width = body.reduce((most, { cells }) => Math.max(most, cells.length), 1)
  const columns = Array.from({ length: width }, (_, column) => ({
    heading: headings?.cells[column]?.trim() || null,
    sample: body.map(({ cells }) => cells[column] ?? '').find((cell) => cell.trim() !== '') ?? '',
  }))
  const firstFilled = Math.max(
    0,
    columns.findIndex(({ sample }) => sample !== ''),
  )
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

const rowsOf = (plain: string, separator: string | undefined): TableRow[] =>
  separator === undefined ? likeliestRows(plain) : parse(plain, separator).rows.slice(1)

/** Rows without lines of their own, as if each stood on one. */
const numbered = (rows: readonly (readonly string[])[]): TableRow[] =>
  rows.map((cells, index) => ({ line: index + 1, cells: cells.map(unguarded) }))

/** Whether each cell has digits, and the same letters and signs as the others: "KB-1, KB-2". */
function areReferences(rows: readonly TableRow[]): boolean {
  const cells = rows.flatMap((row) => row.cells).filter(Boolean)
  const forms = new Set(cells.map((cell) => cell.replaceAll(/\d+/g, '0')))
  return forms.size === 1 && /\d/.test(cells[0] ?? '')
}

/** By the separator that most rows have; commas in a few references make no columns. */
function likeliestRows(text: string): TableRow[] {
  const found = SEPARATORS.map((separator) => {
    const { rows, isClean } = parse(text, separator, SAMPLE_ROWS)
    const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
    const split = filled.filter(({ cells }) => cells.length > 1)
    // No reference has a tab.
    const isTable =
      separator === '\t' ? split.length > 0 : split.length * 2 >= filled.length && split.length > 0
    return { separator, isTable, isClean, share: split.length / filled.length }
  }).filter(({ isTable }) => isTable)
  const [best] = found.sort((a, b) => Number(b.isClean) - Number(a.isClean) || b.share - a.share)
  if (best) return parse(text, best.separator).rows
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const quoted = lines.filter((line) => /^".*"$/.test(line)).length
  return parse(text, '\t', 0, quoted * 2 < lines.length).rows
}

/** @param preview rows, 0 for all */
function parse(
  text: string,
  delimiter: string,
  preview = 0,
  isLiteral = false,
): { rows: TableRow[]; isClean: boolean } {
  const quoteChar = isLiteral ? '\0' : '"'
  const { data, errors } = Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    quoteChar,
    preview,
  })
  // A quote that does not end would take all further lines along.
  if (!isLiteral && errors.some(({ type }) => type === 'Quotes'))
    return { rows: parse(text, delimiter, preview, true).rows, isClean: false }
  let line = 1
  const rows = data.map((cells) => {
    // A line of one cell is a reference as it stands.
    const isBare = (cell: string) => cells.length > 1 && !isQuoted(cell, text)
    const row = { line, cells: cells.map((cell) => unguarded(isBare(cell) ? cell.trim() : cell)) }
    line += cells.reduce((breaks, cell) => breaks + cell.split('\n').length - 1, 1)
    return row
  })
  return { rows, isClean: true }
}

/** Whether the spaces around a cell stand in quotes, and belong to it. */
function isQuoted(cell: string, text: string): boolean {
  return cell !== cell.trim() && text.includes(`"${cell.replaceAll('"', '""')}"`)
}

function headingOf(rows: readonly TableRow[]): { row: number; column: number } | null {
  for (const heading of HEADINGS)
    for (const [row, { cells }] of rows.slice(0, MOST_TITLES).entries()) {
      const column = cells.findIndex((cell) =>
        heading.test(
          cell
            .normalize('NFD')
            .replaceAll(/\p{M}/gu, '')
            .toLowerCase()
            .replaceAll(/[^a-z\d]+/g, ' ')
            .trim(),
        ),
      )
      if (column >= 0) return { row, column }
    }
  // Headings in other words: only they have no digit.
  const [first, ...others] = rows
    .map(({ cells }) => cells[0] ?? '')
    .filter((cell) => cell.trim() !== '')
  const isHeading =
    others.length > 1 && !/\d/.test(first ?? '') && others.every((cell) => /\d/.test(cell))
  return isHeading && (rows[0]?.cells.length ?? 0) > 1 ? { row: 0, column: 0 } : null
}
