import { chmod, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { ConfigError } from '@/lib/config/config-error'
import { isDiskFull } from '@/lib/config/disk-full'
import { tryLock } from '@/lib/lock/folder-lock'
import { assertSchemaVersion } from './assert-schema-version'
import * as schema from './schema'
import type { Store } from './store'

// It holds password hashes and sessions.
const OWNER_ONLY = 0o700

/** A database in a folder, for this process alone. @throws ConfigError */
export async function openPglite(folder: string, migrationsFolder: string): Promise<Store> {
  const { lock, holder } = await tryLock(join(folder, 'lock'), 'KERBSIDE_DATA')
  if (!lock) {
    throw new ConfigError(
      `${folder} is in use by another Kerbside${holder.pid && ` (process ${holder.pid})`}: stop that one, ` +
        'set KERBSIDE_DATA to another folder, or DATABASE_URL to a PostgreSQL that several share',
    )
  }
  const client = await openClient(folder).catch(async (error: unknown) => {
    await lock.release()
    const isFull = isDiskFull(error) || (await isDiskFullAt(folder))
    const remedy = isFull
      ? 'the disk is full (ENOSPC), free space on it'
      : 'the disk is full, or it is damaged or another user’s'
    throw new ConfigError(
      `KERBSIDE_DATA: the database in ${folder} cannot be opened (${reasonOf(error)}): ${remedy}`,
    )
  })
  try {
    const db = drizzle(client, { schema })
    await migrate(db, { migrationsFolder })
    await assertSchemaVersion(db, migrationsFolder)
    return {
      kind: 'pglite',
      db,
      async query(text, values = []) {
        const { rows, affectedRows } = await client.query<Record<string, unknown>>(text, [...values])
        return { rows, rowCount: affectedRows || rows.length }
      },
      reachable: () =>
        client.query('select 1').then(
          () => true,
          () => false,
        ),
      async close() {
        await client.close()
        await lock.release()
      },
    }
  } catch (error) {
    await client.close()
    await lock.release()
    throw error
  }
}

/** PGlite also throws objects of its file system, which have only a number. */
function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message
  return `error ${(error as { errno?: number }).errno ?? 'unknown'}`
}

/** PGlite's own error does not always say so. */
async function isDiskFullAt(folder: string): Promise<boolean> {
  const { bavail } = await statfs(folder).catch(() => ({ bavail: 1 }))
  return bavail === 0
}

async function openClient(folder: string): Promise<PGlite> {
  const dataDir = join(folder, 'pglite')
  const made = await stat(dataDir).catch(() => null)
  if (!made) {
    // Renamed when complete: the process may be killed while creating it.
    const unfinished = join(folder, 'pglite.new')
    await rm(unfinished, { recursive: true, force: true })
    const first = await PGlite.create({ dataDir: unfinished })
    await first.close()
    await chmod(unfinished, OWNER_ONLY)
    await rename(unfinished, dataDir)
  }
  return PGlite.create({ dataDir })
}
