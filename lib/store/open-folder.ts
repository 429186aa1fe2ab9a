import { chmod, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'

// It holds password hashes and sessions.
const OWNER_ONLY = 0o700

/** Opens the database in a folder; makes it where there is none. */
export async function openFolder(folder: string): Promise<PGlite> {
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
