import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '@/lib/store/open'

const ROOT = join(import.meta.dirname, '../..')

export const migrationsFolder = join(ROOT, 'lib/store/migrations')

/** Makes an empty, migrated PGlite once per machine: its initdb takes five seconds of a core, a copy a third of one. */
export async function makeStoreTemplate(): Promise<void> {
  const template = templateFolder()
  if (existsSync(template)) return
  const unfinished = await mkdtemp(join(tmpdir(), 'kerbside-store-new-'))
  const store = await openStore({ kind: 'pglite', folder: unfinished }, migrationsFolder)
  await store.close()
  // Another process may have made it meanwhile.
  await rename(unfinished, template).catch(() => rm(unfinished, { recursive: true }))
}

/** Copies the template into a folder that need not exist; does nothing where no template was made. */
export function copyStoreTemplate(folder: string): void {
  const template = templateFolder()
  if (existsSync(template)) cpSync(template, folder, { recursive: true })
}

/** One folder per state of what makes a store: PGlite, its use and the migrations. */
function templateFolder(): string {
  const migrations = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'))
  const files = [
    join(ROOT, 'node_modules/@electric-sql/pglite/package.json'),
    join(ROOT, 'lib/store/open-folder.ts'),
    ...migrations.sort().map((name) => join(migrationsFolder, name)),
  ]
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return join(tmpdir(), `kerbside-store-${hash.digest('hex').slice(0, 16)}`)
}
