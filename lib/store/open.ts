import { openPglite } from './pglite'
import { openPostgresql, type PostgresqlSettings } from './postgresql'
import type { Store } from './store'

/**
 * Opens the database and migrates it, under a lock where several processes may do so at once.
 * @param settings `folder` is an absolute path; created when missing
 * @param migrationsFolder written by `npm run store:generate`
 * @param onCrash called when the embedded database ended; it is opened again
 * @throws ConfigError when another process holds the folder, or PostgreSQL refuses
 */
export function openStore(
  settings: { readonly kind: 'pglite'; readonly folder: string } | PostgresqlSettings,
  migrationsFolder: string,
  onCrash: (message: string) => void = () => {},
): Promise<Store> {
  return settings.kind === 'pglite'
    ? openPglite(settings.folder, migrationsFolder, onCrash)
    : openPostgresql(settings, migrationsFolder)
}
