import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withLock } from '@/lib/store/folder-lock'
import { openStore } from '@/lib/store/open'

const ROOT = join(import.meta.dirname, '../..')

export const migrationsFolder = join(ROOT, 'lib/store/migrations')

/** Makes an empty, migrated PGlite once per machine: its initdb takes five seconds of a core. */
export async function makeStoreTemplate(): Promise<void> {
  const template = templateFolder()
  if (existsSync(template)) return
  // The first tests begin at once.
  await withLock(
    `${template}-lock`,
    'The template of stores',
    async () => {
      if (!existsSync(template)) await makeTemplate(template)
    },
    () => {},
  )
}

async function makeTemplate(template: string): Promise<void> {
  const unfinished = await mkdtemp(join(tmpdir(), 'kerbside-store-new-'))
  const store = await openStore({ kind: 'pglite', folder: unfinished }, migrationsFolder)
  // 600 of its 1,080 files, which only another database would be made from.
  for (const name of ['template0', 'template1']) {
    await store.query(`update pg_database set datistemplate = false where datname = '${name}'`)
    await store.query(`drop database ${name}`)
  }
  await store.close()
  await rename(unfinished, template)
}

/**
 * Copies the template into a folder that need not exist; does nothing where no template was made.
 */
export function copyStoreTemplate(folder: string): void {
  const template = templateFolder()
  if (!existsSync(template)) return
  mkdirSync(folder, { recursive: true })
  // A fifth of the processor time of Node's cpSync.
  execFileSync('cp', ['-R', `${template}/.`, folder])
}

/** One folder per state of a store's sources: PGlite, its use, this file and the migrations. */
function templateFolder(): string {
  const migrations = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'))
  const files = [
    join(ROOT, 'node_modules/@electric-sql/pglite/package.json'),
    join(ROOT, 'lib/store/worker.ts'),
    import.meta.filename,
    ...migrations.sort().map((name) => join(migrationsFolder, name)),
  ]
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  return join(tmpdir(), `kerbside-store-${hash.digest('hex').slice(0, 16)}`)
}
