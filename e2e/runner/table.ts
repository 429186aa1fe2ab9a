import { cpus, release, totalmem } from 'node:os'

/** One figure of a suite. */
export interface ResultRow {
  /** "refresh, 10,000 vehicles, 10 % moved". */
  readonly what: string
  /** With its unit: "14 ms", "0.08 × markercluster". */
  readonly reached: string
  /** Null when no value is required. */
  readonly wanted: string | null
  /** Null when no value is required. */
  readonly met: boolean | null
  /** A time, or a result of one: on a busy machine it fails no test. */
  readonly isTime?: true
}

/**
 * A figure that may not be larger.
 * @param most null where it only informs
 * @param format with its unit
 */
export function atMost(
  what: string,
  value: number,
  most: number | null,
  format: (value: number) => string,
  more: Partial<ResultRow> = {},
): ResultRow {
  const [wanted, met] = most === null ? [null, null] : [`≤ ${format(most)}`, value <= most]
  return { what, reached: format(value), wanted, met, ...more }
}

/** Something that may not happen. @param isMet what else has to be, or the count says nothing */
export function none(what: string, count: number, isMet = true): ResultRow {
  return { what, reached: String(count), wanted: '0', met: count === 0 && isMet }
}

export interface ResultTable {
  readonly title: string
  readonly rows: readonly ResultRow[]
  /** Why the rows are not all: what was measured before is kept. */
  readonly failure?: string | undefined
}

/** All tables as one of Markdown, a heading row for each. */
export function toMarkdown(tables: readonly ResultTable[]): string {
  return [
    '| | measured | target | |',
    '|---|---|---|---|',
    ...tables.flatMap(({ title, rows }) => [`| **${title}** | | | |`, ...rows.map(toLine)]),
  ].join('\n')
}

function toLine({ what, reached, wanted, met }: ResultRow): string {
  const mark = met === null ? '' : met ? '✓' : '**missed**'
  return `| ${what} | ${reached} | ${wanted ?? '–'} | ${mark} |`
}

/** The machine in one line, as far as it matters to a measurement. */
export function describeMachine(): string {
  const processors = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${gigabytes} GB, ${process.platform} ${release()}, Node ${process.versions.node}`
}
