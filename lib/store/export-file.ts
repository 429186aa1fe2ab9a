import { z } from 'zod'

/*
 * The file of `npm run store:export`: one JSON object per line. The first identifies it, the last has the row counts, so
 * that a truncated file is detected. Rows are PostgreSQL's own JSON as text: parsed numbers and dates would lose digits.
 */
export const firstLine = z.object({
  kerbside: z.literal('store'),
  /** The newest migration of the store. */
  schema: z.string(),
})

export const lastLine = z.object({
  rows: z.record(z.string(), z.number()),
  /** Last identity number used per table; null when none was. */
  counted: z.record(z.string(), z.string().nullable()),
})

export const rowLine = z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) })

/** Rows per table. */
export type RowCounts = Record<string, number>

/** `operators 3, sessions 12` */
export function describeCounts(counts: RowCounts): string {
  return Object.entries(counts)
    .map(([table, count]) => `${table} ${count}`)
    .join(', ')
}
