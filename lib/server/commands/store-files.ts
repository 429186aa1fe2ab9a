import { open, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError } from '@/lib/config/config-error'
import { loadEnvironment, projectFolder } from '@/lib/config/env-files'
import { describeUrl } from '@/lib/config/parsers/store'
import { readStoreSettings } from '@/lib/config/read-settings'
import { openStore } from '@/lib/store/open'
import type { Store } from '@/lib/store/store'

const STATEMENT_MS = 600_000

/** Opens the configured store for a command. @throws ConfigError */
export async function withStore<T>(work: (store: Store, location: string) => Promise<T>): Promise<T> {
  loadEnvironment('production')
  const { database } = readStoreSettings(process.env, projectFolder)
  const location = database.kind === 'pglite' ? database.folder : `PostgreSQL at ${describeUrl(database.url)}`
  // Whole tables take longer than the query of a page.
  const patient = database.kind === 'pglite' ? database : { ...database, queryTimeoutMs: STATEMENT_MS }
  const store = await openStore(patient, join(projectFolder, 'lib/store/migrations'))
  try {
    return await work(store, location)
  } finally {
    await store.close()
  }
}

/** Creates a file that only this user can read; removed when `fill` fails. @throws ConfigError when it exists */
export async function writeNewFile(
  path: string,
  fill: (write: (line: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`${path} cannot be created (${error.code}): it must not exist yet`)
  })
  try {
    await fill((line) => file.appendFile(`${line}\n`))
    await file.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** @throws ConfigError when it cannot be read */
export async function openLines(path: string): Promise<AsyncIterable<string>> {
  const file = await open(path).catch(({ code }: NodeJS.ErrnoException) => {
    throw new ConfigError(`${path} cannot be read (${code})`)
  })
  return splitLines(file.createReadStream({ encoding: 'utf8' }))
}

// Not readline: it also ends lines at U+2028, which JSON may contain.
async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** The arguments of a command: one file, and `--replace` where it is an option. @throws ConfigError */
export function readArguments(usage: string, options: { replace?: { type: 'boolean' } }) {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options })
    const [file, ...more] = positionals
    // Relative to the folder where npm was called: npm itself changes to the project's.
    const caller = process.env.INIT_CWD ?? process.cwd()
    if (file && more.length === 0) return { path: resolve(caller, file), replace: values.replace === true }
  } catch {
    // An unknown option: print the usage.
  }
  throw new ConfigError(`Usage: ${usage}`)
}
