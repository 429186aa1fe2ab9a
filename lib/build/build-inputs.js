import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const FOLDERS = ['app', 'components', 'lib', 'public']
/** Commands that run from the build's bundle, by their sources. */
export const ENTRIES = {
  start: 'lib/server/start.ts',
  operators: 'lib/commands/operators.ts',
  city: 'lib/commands/city.ts',
  backup: 'lib/commands/backup.ts',
  reference: 'lib/reference/cli.ts',
}
const FILES = [
  'next.config.js',
  'tsconfig.json',
  '.postcssrc.json',
  'package-lock.json',
  'proxy.ts',
]

/**
 * Hash of everything a build is made from: with equal hashes a build would give the same result. In
 * JavaScript, because run-entry.js asks for it before TypeScript is loaded.
 * @param {string} root folder of package.json
 * @param {Readonly<Record<string, string | undefined>>} env its NEXT_PUBLIC_ variables
 * are inlined into the bundle
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
  // At once: promises of a thousand small files take three times the processor time, at
  // every start of a thread too.
  for (const path of listInputs(root)) add(path, readFileSync(join(root, path)))
  return hash.digest('hex')
}

/**
 * Whether a folder holds a build without its sources, as `npm run package` writes it; such a build
 * is current by itself.
 * @param {string} root
 */
export function isPackage(root) {
  return !existsSync(join(root, 'app'))
}

/**
 * Begins with `cache`, so that Next's build leaves it: a running server uses it.
 * @param {string} root
 */
export function bundleFolder(root) {
  return join(root, '.next', 'cache-of-server')
}

/**
 * Folder of the server's bundle; null unless it is of exactly these sources.
 * @param {string} root
 * @returns {Promise<URL | null>}
 */
export async function bundleOf(root) {
  const folder = bundleFolder(root)
  const inputs = await readFile(join(folder, 'inputs'), 'utf8').catch(() => null)
  if (inputs === null) return null
  if (!isPackage(root) && inputs !== (await hashInputs(root, {}))) return null
  return new URL(`${pathToFileURL(folder).href}/`)
}

/**
 * Starts the process again in place, with the same arguments; null where
 * Node cannot (before 22.15).
 * @type {((env: Record<string, string | undefined>) => void) | null}
 */
export const startAgain = process.execve
  ? (env) => {
      const { argv, execArgv, execPath } = process
      process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], env)
    }
  : null

/** @param {string} root @returns {string[]} */
function listInputs(root) {
  const present = new Set(readdirSync(root))
  const trees = FOLDERS.filter((folder) => present.has(folder)).flatMap((folder) =>
    listFiles(root, folder),
  )
  return [...FILES.filter((file) => present.has(file)), ...trees].sort()
}

/** @param {string} root @param {string} folder @returns {string[]} */
function listFiles(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    // A change of a test or of its helpers needs no build.
    if (path === 'lib/testing') return []
    if (entry.isDirectory()) return listFiles(root, path)
    return /\.test\.tsx?$/.test(path) ? [] : [path]
  })
}
