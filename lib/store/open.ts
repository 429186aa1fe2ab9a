import type { PgliteSettings, PostgresqlSettings } from '@/lib/config/settings'
import { openPglite } from './pglite'
import { openPostgresql } from './postgresql'
import type { Store } from './store'

/**
 * Opens the database and brings its tables up to date, under a lock where several may do so at once.
 * @param migrationsFolder what `npm run store:generate` writes
 * @throws ConfigError when the folder is another process's, or PostgreSQL does not let us in
 */
export function openStore(
  settings: PgliteSettings | PostgresqlSettings,
  migrationsFolder: string,
): Promise<Store> {
  return settings.kind === 'pglite'
    ? openPglite(settings.folder, migrationsFolder)
    : openPostgresql(settings, migrationsFolder)
}
