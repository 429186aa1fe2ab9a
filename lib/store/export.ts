import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { firstLine, lastLine, RowCounts } from './export-file'
import type { Database, Store } from './store'
import { listTables, type TableFacts } from './table-order'

const ROWS_AT_ONCE = 500

/**
 * Writes every row of every table, line by line, from one consistent snapshot.
 * @param write awaited before more is read
 */
export async function exportStore(store: Store, write: (line: string) => Promise<void>): Promise<RowCounts> {
  return store.db.transaction(
    async (tx) => {
      // PostgreSQL writes times in the session's zone.
      await tx.execute(sql`set local time zone 'UTC'`)
      const head: z.infer<typeof firstLine> = { kerbside: 'store', schema: await readSchemaVersion(tx) }
      await write(JSON.stringify(head))
      const end: z.infer<typeof lastLine> = { rows: {}, counted: {} }
      for (const table of listTables()) {
        end.rows[table.name] = await exportTable(tx, table, write)
        if (table.identity) end.counted[table.name] = await readSequence(tx, table)
      }
      await write(JSON.stringify(end))
      return end.rows
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** The hash of the newest migration: two stores with the same have the same tables. */
export async function readSchemaVersion(db: Database): Promise<string> {
  const query = sql`select hash from drizzle.__drizzle_migrations order by created_at desc limit 1`
  return (await readRows<{ hash: string }>(db, query))[0]?.hash ?? ''
}

async function exportTable(
  tx: Database,
  { name, key }: TableFacts,
  write: (line: string) => Promise<void>,
): Promise<number> {
  const rows = sql`select row_to_json(t)::text as row from ${sql.identifier(name)} t order by ${sql.identifier(key)}`
  await tx.execute(sql`declare export_rows no scroll cursor for ${rows}`)
  const readNext = () => readRows<{ row: string }>(tx, sql.raw(`fetch ${ROWS_AT_ONCE} from export_rows`))
  let count = 0
  for (let batch = await readNext(); batch.length > 0; batch = await readNext()) {
    for (const { row } of batch) await write(`{"table":${JSON.stringify(name)},"row":${row}}`)
    count += batch.length
  }
  await tx.execute(sql`close export_rows`)
  return count
}

async function readSequence(tx: Database, { name, identity }: TableFacts): Promise<string | null> {
  const [sequence] = await readRows<{ name: string }>(
    tx,
    sql`select pg_get_serial_sequence(${name}, ${identity}) as name`,
  )
  const query = sql`select last_value::text as last, is_called from ${sql.raw(sequence?.name ?? '')}`
  const [counter] = await readRows<{ last: string; is_called: boolean }>(tx, query)
  return counter?.is_called ? counter.last : null
}

async function readRows<Row>(db: Database, query: ReturnType<typeof sql>): Promise<Row[]> {
  const { rows } = (await db.execute(query)) as unknown as { rows: Row[] }
  return rows
}
