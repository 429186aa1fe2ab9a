import { lstatSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isPackage } from '@/lib/build/build-inputs.js'
import { ConfigError } from './settings/config-error'
import { isSetting, refuseMisspelled } from './settings/read-settings'

/** The folder of package.json, independent of the working directory. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** Where `.env` lies and relative paths begin: a package is run in the operator's own folder. */
export const settingsFolder = isPackage(projectFolder) ? process.cwd() : projectFolder

const requireHere = createRequire(import.meta.url)

interface NextEnv {
  loadEnvConfig(
    folder: string,
    dev: boolean,
  ): { loadedEnvFiles: { path: string; contents: string; env: Record<string, string> }[] }
}

/**
 * Reads `.env`, `.env.local`, `.env.production`, … into process.env, as Next does; variables of
 * the shell win. NODE_ENV is the command's, never the shell's: NODE_ENV=test in a shell would
 * build and serve something else.
 * @returns sentences about names in these files that are no settings, such as
 * those with a typing error
 * @throws ConfigError for a file that Next would leave out or misread
 */
export function loadEnvironment(
  mode: 'production' | 'development',
  folder = settingsFolder,
): string[] {
  Object.assign(process.env, { NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: '1' })
  // Next sets it later, but returns to the value it reads here when an .env file or the list of
  // pages changes: its own development server would then answer 500, without the files of a build.
  if (mode === 'development') process.env.__NEXT_DEV_SERVER = '1'
  for (const name of ['.env', '.env.local', `.env.${mode}`, `.env.${mode}.local`]) {
    checkEnvFile(folder, name)
  }
  // Next's own copy, so that both read the files in the same way.
  const nextEnv: NextEnv = createRequire(requireHere.resolve('next'))('@next/env')
  const { loadedEnvFiles } = nextEnv.loadEnvConfig(folder, mode === 'development')
  for (const { path, contents, env } of loadedEnvFiles) {
    refuseMisspelled(env, `${path}: `)
    refuseUnreadLines(path, contents, env)
  }
  return loadedEnvFiles.flatMap(({ path, env }) =>
    unknownNames(env).map((name) => `${path} has ${name}, which is not a setting of Kerbside`),
  )
}

/** The name of a setting, also behind a word as in `set NAME=…` and `$env:NAME=…`. */
const FIRST_WORDS = /^[^\w$#]*(?:\$env:)?["']?(\w+)(?:\s+(\w+))?/i

/**
 * Next passes over lines of another form than `NAME=value`.
 * @throws ConfigError for one of them that begins with a setting
 */
function refuseUnreadLines(path: string, contents: string, env: Record<string, string>): void {
  for (const [at, line] of contents.split(/\r\n?|\n/).entries()) {
    const [, ...words] = FIRST_WORDS.exec(line) ?? []
    const names = words.filter((word) => word !== undefined).map((word) => word.toUpperCase())
    const unread = names.find((name) => isSetting(name) && !Object.hasOwn(env, name))
    if (unread === undefined) continue
    throw new ConfigError(`${path}: line ${at + 1} is not read: write it as ${unread}=…`)
  }
}

function unknownNames(env: Record<string, string>): string[] {
  // A part of a secret that goes over two lines is no name.
  const names = Object.keys(env).filter((name) => /^[A-Z_]+$/.test(name))
  return names.filter((name) => !isSetting(name))
}

/**
 * Next passes over what it cannot read, and Kerbside would start with demo data.
 * @throws ConfigError
 */
function checkEnvFile(folder: string, name: string): void {
  const path = join(folder, name)
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && !isLink(path)) return
    throw new ConfigError(readFailureInWords(name, code))
  }
  // A text has no zero bytes, and in UTF-16 every second one of a setting's name is zero.
  if (bytes.includes(0)) {
    throw new ConfigError(`${name} is not saved as UTF-8, but probably as UTF-16: save it as UTF-8`)
  }
}

function readFailureInWords(name: string, code: string | undefined): string {
  switch (code) {
    case 'ENOENT':
      return `${name} is a link to a file that does not exist: mend or remove it`
    case 'ELOOP':
      return `${name} is a link that leads back to itself: mend or remove it`
    case 'EISDIR':
      return `${name} is a folder: settings are lines of a file with that name`
    default:
      return `${name} cannot be read (${code})`
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/** The file that Node runs for `next <command>`. */
export function nextCommand(): string {
  return requireHere.resolve('next/dist/bin/next')
}
