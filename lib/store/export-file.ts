import { z } from 'zod'

/*
 * The file of `npm run store:export`: JSON, one object a line. The first says what it is, the last how many rows there
 * are, so that a file that was cut off shows. Rows are PostgreSQL's own JSON, text for text: a reader that made
 * numbers and dates of them would lose digits.
 */
export const firstLine = z.object({
  kerbside: z.literal('store'),
  /** The newest migration of the store. */
  schema: z.string(),
})

export const lastLine = z.object({
  rows: z.record(z.string(), z.number()),
  /** The last number given out, of the tables that count by themselves; null when there was none yet. */
  counted: z.record(z.string(), z.string().nullable()),
})

export const rowLine = z.object({ table: z.string(), row: z.record(z.string(), z.unknown()) })

/** How many rows of which table. */
export type RowCounts = Record<string, number>

/** `operators 3, sessions 12` */
export function describeCounts(counts: RowCounts): string {
  return Object.entries(counts)
    .map(([table, count]) => `${table} ${count}`)
    .join(', ')
}
