import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

// Result computed from a large file, so that the next start has it at once: a hash of the rest, the key, the value.
const HASH = 'sha256'
const HASH_BYTES = 32
/** Writing takes seconds: older files were left by a process that ended meanwhile. */
const UNFINISHED_MS = 60 * 60_000

/** Changes whenever one of the files does, or `version`, which is that of the code. */
export async function keyOfFiles(version: number, paths: readonly string[]): Promise<string> {
  const stats = await Promise.all(paths.map((path) => stat(path)))
  return JSON.stringify([version, ...stats.map(({ size, mtimeMs }, n) => [paths[n], size, mtimeMs])])
}

/** @returns null where there is no such file, it is of another key, or it is damaged */
export async function readIndexFile<T>(path: string, key: string): Promise<T | null> {
  const bytes = await readFile(path).catch(() => null)
  if (!bytes || bytes.length < HASH_BYTES) return null
  const content = bytes.subarray(HASH_BYTES)
  if (!hashOf(content).equals(bytes.subarray(0, HASH_BYTES))) return null
  try {
    const stored = deserialize(content) as { key: string; value: T }
    return stored.key === key ? stored.value : null
  } catch {
    return null
  }
}

/** Replaces the file at once, so that no process reads half of it. @param value typed arrays, maps, plain objects */
export async function writeIndexFile<T>(path: string, key: string, value: T): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await removeUnfinished(path)
  const content = serialize({ key, value })
  const unfinished = `${path}.${randomUUID()}`
  try {
    await writeFile(unfinished, Buffer.concat([hashOf(content), content]))
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function removeUnfinished(path: string): Promise<void> {
  const names = await readdir(dirname(path))
  for (const name of names.filter((one) => one.startsWith(`${basename(path)}.`))) {
    const unfinished = join(dirname(path), name)
    // Another process may remove or finish it at the same time.
    const { mtimeMs } = await stat(unfinished).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (Date.now() - mtimeMs > UNFINISHED_MS) await rm(unfinished, { force: true })
  }
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash(HASH).update(bytes).digest()
}
