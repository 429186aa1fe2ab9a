import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const FOLDERS = ['app', 'components', 'lib', 'public']
const FILES = ['next.config.js', 'tsconfig.json', '.postcssrc.json', 'package-lock.json', 'proxy.ts']

/**
 * Hash of everything a build is made from: with equal hashes a build would give the same result.
 * In JavaScript, because lib/server/launch.js asks for it before TypeScript is loaded.
 * @param {string} root folder of package.json
 * @param {Readonly<Record<string, string | undefined>>} env its NEXT_PUBLIC_ variables are inlined into the bundle
 * @param {string} nodeVersion
 */
export async function hashInputs(root, env, nodeVersion = process.versions.node) {
  const hash = createHash('sha256')
  /** @param {(string | Buffer)[]} parts */
  const add = (...parts) => {
    // With lengths, `ab` + `c` differs from `a` + `bc`.
    for (const part of parts) hash.update(`${part.length}:`).update(part)
  }
  add('node', nodeVersion.split('.')[0] ?? '')
  for (const name of Object.keys(env).sort()) {
    if (name.startsWith('NEXT_PUBLIC_')) add(name, env[name] ?? '')
  }
  const paths = await listInputs(root)
  const contents = await Promise.all(paths.map((path) => readFile(join(root, path))))
  paths.forEach((path, index) => {
    add(path, contents[index])
  })
  return hash.digest('hex')
}

/**
 * Folder of the server's bundle; null unless it is of exactly these sources.
 * @param {string} root
 * @returns {Promise<URL | null>}
 */
export async function bundleOf(root) {
  const folder = join(root, '.next', 'server-of-kerbside')
  const inputs = await readFile(join(folder, 'inputs'), 'utf8').catch(() => null)
  if (inputs === null || inputs !== (await hashInputs(root, {}))) return null
  return new URL(`${pathToFileURL(folder).href}/`)
}

/** @param {string} root @returns {Promise<string[]>} */
async function listInputs(root) {
  const present = new Set(await readdir(root))
  const trees = await Promise.all(
    FOLDERS.filter((folder) => present.has(folder)).map((folder) => listFiles(root, folder)),
  )
  return [...FILES.filter((file) => present.has(file)), ...trees.flat()].sort()
}

/** @param {string} root @param {string} folder @returns {Promise<string[]>} */
async function listFiles(root, folder) {
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
