import { sql } from 'drizzle-orm'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import { ConfigError } from '@/lib/app/settings/config-error'
import * as schema from './schema'
import type { Store } from './store'

export function poolStore(kind: Store['kind'], pool: Pool): Store {
  // Connections break with their database, idle ones and those of transactions. The pool drops
  // them; without a listener Node would exit.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  nameConnectErrors(pool)
  return {
    kind,
    db: drizzle(pool, { schema }),
    async query(text, values = []) {
      const { rows, rowCount } = await pool.query(text, [...values])
      return { rows, rowCount: rowCount ?? 0 }
    },
    reachable: () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    backUp: null,
    close: () => pool.end(),
  }
}

/**
 * A transaction takes a connection by itself: without one its error would not say
 * that it is the database's.
 */
function nameConnectErrors(pool: Pool): void {
  const connect = pool.connect.bind(pool) as (...callback: unknown[]) => unknown
  const named = (...callback: unknown[]) => {
    const connected = connect(...callback)
    if (!(connected instanceof Promise)) return connected
    return connected.catch((cause: Error) => {
      throw new DrizzleQueryError('connect', [], cause)
    })
  }
  Object.assign(pool, { connect: named })
}

/**
 * Migrations only go forward: an older Kerbside would write into unknown tables.
 * @throws ConfigError
 */
export async function assertSchemaVersion(
  db: PgDatabase<PgQueryResultHKT, Record<string, unknown>>,
  migrationsFolder: string,
): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder })
  const newestKnown = Math.max(...migrations.map(({ folderMillis }) => folderMillis))
  const query = sql`select max(created_at)::float8 as newest from drizzle.__drizzle_migrations`
  const { rows } = (await db.execute(query)) as unknown as { rows: { newest: number | null }[] }
  const newestInStore = rows[0]?.newest ?? 0
  if (newestInStore <= newestKnown) return
  throw new ConfigError(
    'The store is of a newer version of Kerbside: start that one, or use another store',
  )
}
