import { join, resolve } from 'node:path'
import { StoreError } from '@/lib/store/store-error'

export interface StoreSettings {
  readonly database: PgliteSettings | PostgresqlSettings
  /** Null where no Redis is shared with other nodes. */
  readonly redisUrl: string | null
}

export interface PgliteSettings {
  readonly kind: 'pglite'
  /** An absolute path; made when it is not there. */
  readonly folder: string
}

export interface PostgresqlSettings {
  readonly kind: 'postgresql'
  /** Holds the password: not for a message or the log. */
  readonly url: string
  /** Not set: as short as a page can wait. */
  readonly queryTimeoutMs?: number
}

/**
 * Reads and checks KERBSIDE_DATA, DATABASE_URL and REDIS_URL. Empty counts as not set.
 * @param projectFolder where relative paths begin
 * @throws StoreError that names the variable, never its value
 */
export function readStoreSettings(
  env: Readonly<Record<string, string | undefined>>,
  projectFolder: string,
): StoreSettings {
  const get = (name: string) => env[name]?.trim() || null
  const databaseUrl = get('DATABASE_URL')
  const redisUrl = get('REDIS_URL')
  if (databaseUrl) checkUrl('DATABASE_URL', databaseUrl, ['postgresql', 'postgres'])
  if (redisUrl) checkUrl('REDIS_URL', redisUrl, ['redis', 'rediss'])
  if (redisUrl && !/^\/?\d*$/.test(new URL(redisUrl).pathname)) {
    throw new StoreError(
      'REDIS_URL must end with the host and port, or with the number of a database, such as /0',
    )
  }
  return {
    database: databaseUrl
      ? { kind: 'postgresql', url: databaseUrl }
      : { kind: 'pglite', folder: readFolder(projectFolder, get('KERBSIDE_DATA')) },
    redisUrl,
  }
}

/** Where PGlite keeps its files, also while DATABASE_URL is set. */
function readFolder(projectFolder: string, text: string | null): string {
  return text === null
    ? join(/* turbopackIgnore: true */ projectFolder, '.data')
    : resolve(/* turbopackIgnore: true */ projectFolder, text)
}

function checkUrl(name: string, text: string, schemes: readonly string[]): void {
  const url = URL.canParse(text) ? new URL(text) : null
  const wanted = `${name} must be an address such as ${schemes[0]}://user:password@host:port/name`
  if (!url) throw new StoreError(`${wanted}; special characters of a password are written as %23, %40, …`)
  if (!schemes.includes(url.protocol.slice(0, -1))) {
    throw new StoreError(`${wanted}; its scheme is ${JSON.stringify(url.protocol)}`)
  }
  // libpq's way to name a socket's folder.
  if (!url.hostname && !url.searchParams.get('host')) throw new StoreError(`${wanted}; it names no host`)
}

/** Host, port and database, for messages. */
export function describeUrl(text: string): string {
  const { host, pathname, searchParams } = new URL(text)
  return `${host || searchParams.get('host')}${pathname}`
}
