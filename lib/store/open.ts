import { openPglite } from './pglite'
import { openPostgresql, type PostgresqlSettings } from './postgresql'
import type { Store } from './store'

interface PgliteSettings {
  readonly kind: 'pglite'
  /** Absolute path; created when missing. */
  readonly folder: string
}

/**
 * Opens the database and migrates it, under a lock where several processes may do so at once.
 * @param migrationsFolder written by `npm run store:generate`
 * @param onCrash called when the embedded database ended; it is opened again
 * @throws ConfigError when another process holds the folder, or PostgreSQL refuses
 */
export function openStore(
  settings: PgliteSettings | PostgresqlSettings,
  migrationsFolder: string,
  onCrash: (message: string) => void = () => {},
): Promise<Store> {
  if (settings.kind === 'pglite') return openPglite(settings.folder, migrationsFolder, onCrash)
  return openPostgresql(settings, migrationsFolder)
}
