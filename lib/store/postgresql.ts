import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, Pool, type PoolClient } from 'pg'
import { describeUrl } from '@/lib/app/settings/address-parsers'
import { ConfigError } from '@/lib/app/settings/config-error'
import { assertSchemaVersion, poolStore } from './pool-store'
import type { Store } from './store'

export interface PostgresqlSettings {
  readonly kind: 'postgresql'
  /** Holds the password: not for a message or the log. */
  readonly url: string
  /** Not set: as short as a page can wait. */
  readonly queryTimeoutMs?: number
}

/** Codes of network errors, and of a server that starts, stops or has no free connection. */
const AWAY_CODE = /^(E(CONN|HOST|NET|TIME|AI_|NOENT|NOTFOUND|PIPE)|57P0[123]$|53300$)/
const AWAY_MESSAGE = /timeout|terminated unexpectedly/

/** Source: https://www.postgresql.org/docs/current/errcodes-appendix.html */
function isAway(codeOrMessage: string): boolean {
  return AWAY_CODE.test(codeOrMessage) || AWAY_MESSAGE.test(codeOrMessage)
}

/**
 * PostgreSQL does not answer: opening it later may succeed. As an error of a query
 * it is `store-unreachable`.
 */
export class DatabaseAway extends ConfigError {
  readonly query = 'connect'
}

const CONNECT_MS = 2000
const QUERY_MS = 2500
const MIGRATION_MS = 60_000
const CONNECTIONS = 10
// Arbitrary, but no other program may use it on the same database.
const MIGRATION_LOCK = 5_372_931

/**
 * A database that several nodes share.
 * @throws ConfigError when it cannot be reached or used now
 */
export async function openPostgresql(
  { url, queryTimeoutMs = QUERY_MS }: PostgresqlSettings,
  migrationsFolder: string,
): Promise<Store> {
  await migrateDatabase(url, migrationsFolder)
  const pool = new Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: queryTimeoutMs,
    max: CONNECTIONS,
    keepAlive: true,
    // Lets a command end; the server's socket keeps the server alive.
    allowExitOnIdle: true,
  })
  pool.on('connect', closeAfterTimeout)
  return poolStore('postgresql', pool)
}

/**
 * Closes a connection whose query timed out: a transaction returns it to the pool, where pg still
 * waits for the late answer, and the next query would wait behind it.
 */
function closeAfterTimeout(client: PoolClient): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const watched = (...args: unknown[]) => {
    const sent = send(...args)
    if (sent instanceof Promise) {
      sent.catch(({ message }: Error) => {
        if (message !== 'Query read timeout') return
        void (client as unknown as Client).end().catch(() => {})
      })
    }
    return sent
  }
  Object.assign(client, { query: watched })
}

async function migrateDatabase(url: string, migrationsFolder: string): Promise<void> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: MIGRATION_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    // Held by the connection, so that it is released when a node dies.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle(client), { migrationsFolder })
    await assertSchemaVersion(drizzle(client), migrationsFolder)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
    const reason = code ? `${message} (${code})` : message
    const text = `DATABASE_URL: PostgreSQL at ${describeUrl(url)} cannot be used: ${reason}`
    if (isAway(code ?? message)) throw new DatabaseAway(text, { cause: error })
    throw new ConfigError(text, { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}
