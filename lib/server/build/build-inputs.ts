import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const FOLDERS = ['app', 'components', 'lib', 'public']
const FILES = ['next.config.js', 'tsconfig.json', '.postcssrc.json', 'package-lock.json', 'proxy.ts']

/**
 * Hash of everything a build is made from: with equal hashes a build would give the same result.
 * @param root folder of package.json
 * @param env its NEXT_PUBLIC_ variables are inlined into the bundle
 */
export async function hashInputs(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
  nodeVersion: string = process.versions.node,
): Promise<string> {
  const hash = createHash('sha256')
  const add = (...parts: (string | Buffer)[]) => {
    // With lengths, `ab` + `c` differs from `a` + `bc`.
    for (const part of parts) hash.update(`${part.length}:`).update(part)
  }
  add('node', nodeVersion.split('.')[0] ?? '')
  for (const name of Object.keys(env).sort()) {
    if (name.startsWith('NEXT_PUBLIC_')) add(name, env[name] ?? '')
  }
  for (const path of await listInputs(root)) add(path, await readFile(join(root, path)))
  return hash.digest('hex')
}

async function listInputs(root: string): Promise<string[]> {
  const present = new Set(await readdir(root))
  const trees = await Promise.all(
    FOLDERS.filter((folder) => present.has(folder)).map((folder) => listFiles(root, folder)),
  )
  return [...FILES.filter((file) => present.has(file)), ...trees.flat()].sort()
}

async function listFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  const lists = entries.map(async (entry) => {
    const path = `${folder}/${entry.name}`
    // A change of a test or of its helpers needs no build.
    if (path === 'lib/testing') return []
    if (entry.isDirectory()) return listFiles(root, path)
    return /\.test\.tsx?$/.test(path) ? [] : [path]
  })
  return (await Promise.all(lists)).flat()
}
