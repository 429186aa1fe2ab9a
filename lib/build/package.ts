import { execFile } from 'node:child_process'
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { loadEnvironment, projectFolder } from '@/lib/app/env-files'
import { ConfigError } from '@/lib/app/settings/config-error'
import { buildIfNeeded } from './build-if-needed'
import { runCommand } from './run-command'

const USAGE = 'Usage: npm run package [-- --folder DIR]'
const COMMAND = 'lib/commands/kerbside.js'
/** Files that run as they are, beside the build. */
const PLAIN_FILES = [
  COMMAND,
  'lib/server/launch.js',
  'lib/build/build-inputs.js',
  'lib/build/run-entry.js',
  'lib/app/worker-thread/start-thread.js',
  'next.config.js',
]
const TOP_FILES = ['LICENSE', 'README.md', 'deploy/kerbside.service']
const PLAIN_FOLDERS = ['public', 'lib/store/migrations', 'lib/city/demo', '.next/static']
const BUILD_FOLDERS = ['.next/server', '.next/cache-of-server']

/** Loaded by a build, by development and for pictures that Kerbside does not resize. */
const NOT_LOADED = ['tsx', 'esbuild', 'typescript', 'sharp', '@img/*', '@next/swc-*']

const PACKAGE_FILE = /^(node_modules\/(?:.+\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//
/** The settings that Next was built with; it holds the folder of the build too. */
const NEXT_CONFIG = '.next/required-server-files.json'
const COMPILED = 'node_modules/next/dist/compiled'
/** Next looks for these when it reads its settings, and loads none of them. */
const NAMED_BY_NEXT = [`${COMPILED}/webpack`, `${COMPILED}/@babel/runtime/package.json`]

const print = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * `npm run package`: the production build and the files of packages that it loads, as one file that
 * `npx` runs without a registry; with `--folder`, as a folder (docs/decisions/098-package.md).
 */
await runCommand(async () => {
  const { folder } = readArguments()
  const callerFolder = process.env.INIT_CWD ?? process.cwd()
  loadEnvironment('production')
  process.chdir(projectFolder)
  await buildIfNeeded(projectFolder, print)
  if (folder !== undefined) {
    const target = resolve(callerFolder, folder)
    await assemble(target)
    print(`${await sizeInWords(target)} in ${target}`)
    return
  }
  const { name, version } = await readManifest()
  const file = join(callerFolder, `${name}-${version}.tgz`)
  const parent = await mkdtemp(join(tmpdir(), 'kerbside-package-'))
  try {
    const target = join(parent, 'package')
    await assemble(target)
    await promisify(execFile)('tar', ['-czf', file, '-C', parent, 'package'])
    const unpacked = await sizeInWords(target)
    print(`${file}: ${megabytes((await stat(file)).size)}, unpacked ${unpacked}`)
  } finally {
    await rm(parent, { recursive: true })
  }
})

function readArguments() {
  try {
    return parseArgs({ options: { folder: { type: 'string' } } }).values
  } catch (error) {
    throw new ConfigError(`${(error as Error).message}. ${USAGE}`)
  }
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  readonly license: string
  readonly engines: object
}

async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile('package.json', 'utf8'))
}

/**
 * Writes the package's folder. The build is in `program`, because npm removes a `node_modules` that
 * it did not install from the top of a package.
 */
async function assemble(target: string): Promise<void> {
  const present = await readdir(target).catch(() => [])
  if (present.length > 0) throw new ConfigError(`${target} is not empty: name another folder`)
  const program = join(target, 'program')
  const { name, version, description, license, engines } = await readManifest()
  const manifest = { name, version, description, license, engines, type: 'module' }
  await writeJson(join(target, 'package.json'), {
    ...manifest,
    bin: { [name]: `program/${COMMAND}` },
  })
  await writeJson(join(program, 'package.json'), manifest)
  for (const file of TOP_FILES) await copy(file, target)
  for (const file of PLAIN_FILES) await copy(file, program)
  for (const folder of PLAIN_FOLDERS) {
    await cp(folder, join(program, folder), { recursive: true, filter: isNeeded })
  }
  await copyBuild(program)
  await copyLicences(join(target, 'licences'))
}

async function copyBuild(program: string): Promise<void> {
  for (const folder of BUILD_FOLDERS) {
    await cp(folder, join(program, folder), { recursive: true, filter: isNeeded })
  }
  for (const name of await readdir('.next')) {
    const isManifest = name === 'BUILD_ID' || /(manifest|^package)\.json$/.test(name)
    if (isManifest) await copy(`.next/${name}`, program)
  }
  const config = await readFile(NEXT_CONFIG, 'utf8')
  await writeFile(join(program, NEXT_CONFIG), config.replaceAll(projectFolder, '.'))
  for (const path of NAMED_BY_NEXT) await cp(path, join(program, path), { recursive: true })
  const files = await tracedFiles()
  for (const file of files) await copy(file, program)
  for (const link of await linkedPackages()) {
    const ofPackage = files.filter((file) => file.startsWith(`${link.package}/`))
    for (const file of ofPackage) {
      await copy(file, program, join(link.path, file.slice(link.package.length)))
    }
  }
}

async function copy(file: string, folder: string, name = file): Promise<void> {
  const to = join(folder, name)
  await mkdir(dirname(to), { recursive: true })
  await cp(file, to, { dereference: true })
}

async function writeJson(path: string, value: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`)
}

/** Files for a compiler, a debugger or the development server. */
function isNeeded(path: string): boolean {
  return !/\.(map|[cm]?tsx?|nft\.json)$|\.dev\.js$/.test(path)
}

/** Next's own tracer, which its builds use too. */
interface Tracer {
  nodeFileTrace(
    files: readonly string[],
    options: { readonly base: string; readonly ignore: (path: string) => boolean },
  ): Promise<{ readonly fileList: Set<string> }>
}

/** Files of packages that the server, its threads and the commands load; relative paths. */
async function tracedFiles(): Promise<string[]> {
  const { nodeFileTrace }: Tracer = createRequire(join(projectFolder, 'package.json'))(
    'next/dist/compiled/@vercel/nft',
  )
  const bundle = '.next/cache-of-server'
  const bundled = (await readdir(bundle)).filter((name) => name.endsWith('.mjs'))
  const entries = [...PLAIN_FILES, ...bundled.map((name) => join(bundle, name))]
  const { fileList } = await nodeFileTrace(entries, { base: projectFolder, ignore: isNotLoaded })
  const traced = new Set([...fileList, ...(await filesTracedByNext())])
  const files = [...traced].filter((file) => PACKAGE_FILE.test(file) && !isNotLoaded(file))
  return withoutLoneManifests(files).sort()
}

/** A package of which the manifest alone was traced is looked for, and not loaded. */
function withoutLoneManifests(files: readonly string[]): string[] {
  const isManifest = (file: string) => file === `${packageOf(file)}/package.json`
  const loaded = new Set(files.filter((file) => !isManifest(file)).map(packageOf))
  return files.filter((file) => loaded.has(packageOf(file)))
}

/** `node_modules/@scope/name` of a file in it. */
function packageOf(file: string): string {
  return PACKAGE_FILE.exec(file)?.[1] ?? ''
}

/** Of Next's server and of each page. */
async function filesTracedByNext(): Promise<string[]> {
  const names = await readdir('.next', { recursive: true })
  const traces = names.filter((name) => name.endsWith('.nft.json'))
  const lists = traces.map(async (name) => {
    const { files }: { files: string[] } = JSON.parse(await readFile(join('.next', name), 'utf8'))
    const folder = join(projectFolder, '.next', dirname(name))
    return files.map((file) => relative(projectFolder, resolve(folder, file)))
  })
  return (await Promise.all(lists)).flat()
}

function isNotLoaded(path: string): boolean {
  const patterns = NOT_LOADED.map((name) => name.replace('*', '[^/]*'))
  const isOther = new RegExp(`^node_modules/(${patterns.join('|')})(/|$)`).test(path)
  return isOther || !isNeeded(path)
}

interface LinkedPackage {
  /** Within the build. */
  readonly path: string
  /** In `node_modules`. */
  readonly package: string
}

/** Packages that Next's build names by a link; npm unpacks no links. */
async function linkedPackages(): Promise<LinkedPackage[]> {
  const folder = '.next/node_modules'
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const links = entries.filter((entry) => entry.isSymbolicLink())
  return Promise.all(
    links.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      return { path, package: relative(projectFolder, await realpath(path)) }
    }),
  )
}

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: true; readonly devOptional?: true }>>
}

/** Licences of all packages that a production install has: pages contain parts of them. */
async function copyLicences(folder: string): Promise<void> {
  const { packages }: LockFile = JSON.parse(await readFile('package-lock.json', 'utf8'))
  const installed = Object.keys(packages).filter((path) => {
    const { dev, devOptional } = packages[path] ?? {}
    return path !== '' && !dev && !devOptional
  })
  for (const path of installed) {
    const names = await readdir(path).catch(() => [])
    const name = path.slice('node_modules/'.length).replaceAll('/', ' ')
    for (const licence of names.filter((file) => /^(licen[cs]e|notice)/i.test(file))) {
      await copy(join(path, licence), folder, `${name} ${licence}`)
    }
  }
}

async function sizeInWords(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  return `${megabytes(bytes)} in ${files.length.toLocaleString('en')} files`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
