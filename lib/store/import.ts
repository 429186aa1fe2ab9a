import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ConfigError } from '@/lib/config/config-error'
import { readSchemaVersion } from './export'
import { describeCounts, firstLine, lastLine, type RowCounts, rowLine } from './export-file'
import type { Database, Store } from './store'
import { listTables } from './table-order'

const ROWS_AT_ONCE = 500

/**
 * Imports an export into a store, all or nothing.
 * @param replace empty the store first; otherwise a store that is not empty is refused
 * @throws ConfigError when the file is incomplete or has other tables, or the store is not empty
 */
export async function importStore(
  store: Store,
  lines: AsyncIterable<string>,
  { replace }: { replace: boolean },
): Promise<RowCounts> {
  return store.db.transaction(async (tx) => {
    await ensureEmpty(tx, replace)
    const counts: RowCounts = Object.fromEntries(listTables().map(({ name }) => [name, 0]))
    let end: z.infer<typeof lastLine> | null = null
    let batch: { table: string; lines: string[] } = { table: '', lines: [] }
    let lineNumber = 0
    for await (const line of lines) {
      lineNumber += 1
      const value = parse(line, lineNumber)
      if (lineNumber === 1) {
        await checkFirst(tx, value)
        continue
      }
      const row = rowLine.safeParse(value)
      const table = row.data?.table ?? ''
      if (end || (row.success && counts[table] === undefined)) throw unknownLine(lineNumber)
      if (table !== batch.table || batch.lines.length === ROWS_AT_ONCE) {
        await insert(tx, batch.table, batch.lines)
        batch = { table, lines: [] }
      }
      if (row.success) {
        batch.lines.push(line)
        counts[table] = (counts[table] ?? 0) + 1
      } else {
        end = lastLine.safeParse(value).data ?? null
        if (!end) throw unknownLine(lineNumber)
      }
    }
    checkCounts(counts, end)
    await restoreSequences(tx, end.counted)
    return counts
  })
}

async function ensureEmpty(tx: Database, replace: boolean): Promise<void> {
  const full: RowCounts = {}
  // Reversed: later tables refer to earlier ones.
  for (const { name } of listTables().reverse()) {
    const table = sql.identifier(name)
    // Excludes a second import and sign-ins.
    await tx.execute(sql`lock table ${table} in exclusive mode`)
    // Not `delete`, which the audit log refuses; `cascade` also empties the tables that refer to it.
    if (replace) await tx.execute(sql`truncate ${table} cascade`)
    const { rows } = (await tx.execute(sql`select count(*)::int as count from ${table}`)) as unknown as {
      rows: { count: number }[]
    }
    if (rows[0]?.count) full[name] = rows[0].count
  }
  if (Object.keys(full).length === 0) return
  throw new ConfigError(
    `The store is not empty: ${describeCounts(full)}. Add --replace to delete what it holds, or use an empty one`,
  )
}

function parse(line: string, lineNumber: number): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw unknownLine(lineNumber)
  }
}

const unknownLine = (lineNumber: number) =>
  new ConfigError(`Line ${lineNumber} is not of an export: nothing was imported`)

async function checkFirst(tx: Database, value: unknown): Promise<void> {
  const first = firstLine.safeParse(value)
  if (!first.success) throw unknownLine(1)
  if (first.data.schema !== (await readSchemaVersion(tx))) {
    throw new ConfigError(
      'The export is of another version of Kerbside, with other tables: export again with this version',
    )
  }
}

function checkCounts(
  counts: RowCounts,
  end: z.infer<typeof lastLine> | null,
): asserts end is z.infer<typeof lastLine> {
  if (!end) throw new ConfigError('The export is cut off: nothing was imported')
  for (const [table, count] of Object.entries(counts)) {
    if (end.rows[table] === count) continue
    throw new ConfigError(
      `The export has ${count} rows of ${table} when it says ${end.rows[table]}: nothing was imported`,
    )
  }
}

async function insert(tx: Database, name: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return
  const table = sql.identifier(name)
  try {
    // PostgreSQL parses the lines itself, so that no digit is lost.
    await tx.execute(sql`
      insert into ${table} overriding system value
      select r.* from json_array_elements(${`[${lines.join(',')}]`}::json) as line,
        json_populate_record(null::${table}, line->'row') as r`)
  } catch (error) {
    // Drizzle's message contains the rows: password hashes, secrets of second factors.
    const reason = (error as Error).cause
    throw new ConfigError(
      `Rows of ${name} are refused: ${reason instanceof Error ? reason.message : 'unknown reason'}; nothing was imported`,
    )
  }
}

async function restoreSequences(
  tx: Database,
  counted: Readonly<Record<string, string | null>>,
): Promise<void> {
  for (const { name, identity } of listTables()) {
    const last = counted[name]
    if (!identity || !last) continue
    await tx.execute(sql`select setval(pg_get_serial_sequence(${name}, ${identity}), ${last}::bigint)`)
  }
}
