import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { ConfigError } from '@/lib/app/settings/config-error'

/**
 * Migrations only go forward: an older Kerbside would write into tables that it does not know.
 * @throws ConfigError when the store has a newer migration than this version
 */
export async function assertSchemaVersion(
  db: PgDatabase<PgQueryResultHKT, Record<string, unknown>>,
  migrationsFolder: string,
): Promise<void> {
  const ours = Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis))
  const query = sql`select max(created_at)::float8 as newest from drizzle.__drizzle_migrations`
  const { rows } = (await db.execute(query)) as unknown as { rows: { newest: number | null }[] }
  if ((rows[0]?.newest ?? 0) <= ours) return
  throw new ConfigError('The store is of a newer version of Kerbside: start that one, or use another store')
}
