import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as schema from './schema'

export type Database = PgDatabase<PgQueryResultHKT, typeof schema>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Records a change in the audit log, in the transaction of the change if it has one. */
export type RecordChange = (tx?: Transaction) => Promise<void>

export interface Store {
  readonly kind: 'pglite' | 'postgresql'
  /** Rejects within 3 seconds while the database is down, and works again once it is back. */
  readonly db: Database
  /** Plain SQL, one statement. */
  query(text: string, values?: readonly unknown[]): Promise<Rows>
  /** Whether the database answers now; never rejects. */
  reachable(): Promise<boolean>
  /**
   * Copies the embedded database into a new folder while it is open; null for PostgreSQL, whose
   * pg_dump does that.
   */
  readonly backUp: ((folder: string) => Promise<void>) | null
  close(): Promise<void>
}

export interface Rows {
  readonly rows: Record<string, unknown>[]
  /** Number of rows returned or changed. */
  readonly rowCount: number
}
