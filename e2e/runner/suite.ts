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
  /** A time, or a result of one: on a busy machine it does not fail the quick form. */
  readonly isTime?: boolean
}

export interface ResultTable {
  readonly title: string
  readonly rows: readonly ResultRow[]
}

export interface SuiteOptions {
  /** The shortest form that still covers every part. */
  readonly quick: boolean
  readonly log: (line: string) => void
}

/** Measures or attacks one part of the product. @throws when it could not be done */
export type SuitePart = (options: SuiteOptions) => Promise<ResultTable>

export interface Suite {
  readonly parts: Readonly<Record<string, SuitePart>>
  /** Parts that run side by side in the quick form, because they mostly wait. */
  readonly concurrent?: readonly string[]
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
  const reached = format(value)
  if (most === null) return { what, reached, wanted: null, met: null, ...more }
  return { what, reached, wanted: `≤ ${format(most)}`, met: value <= most, ...more }
}

/** Something that may not happen. @param isMet what else has to be, or the count says nothing */
export function none(what: string, count: number, isMet = true): ResultRow {
  return { what, reached: String(count), wanted: '0', met: count === 0 && isMet }
}

/** Whether a figure fails its suite. */
export function isMissed({ met, isTime }: ResultRow, isQuick: boolean): boolean {
  return met === false && !(isQuick && isTime)
}

/** All tables as one of Markdown, a heading row for each. */
export function toMarkdown(tables: readonly ResultTable[]): string {
  const lines = ['| | measured | limit | |', '|---|---|---|---|']
  for (const { title, rows } of tables) lines.push(`| **${title}** | | | |`, ...rows.map(toLine))
  return lines.join('\n')
}

function toLine({ what, reached, wanted, met }: ResultRow): string {
  return `| ${what} | ${reached} | ${wanted ?? '–'} | ${markOf(met)} |`
}

function markOf(met: boolean | null): string {
  if (met === null) return ''
  return met ? '✓' : '**missed**'
}
