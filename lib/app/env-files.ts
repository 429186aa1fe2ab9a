import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** The folder of package.json, independent of the working directory. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

const requireHere = createRequire(import.meta.url)

interface NextEnv {
  loadEnvConfig(folder: string, dev: boolean): unknown
}

/**
 * Reads `.env`, `.env.local`, `.env.production`, … into process.env, as Next does; variables of the shell win.
 * NODE_ENV is the command's, never the shell's: NODE_ENV=test in a shell would build and serve something else.
 */
export function loadEnvironment(mode: 'production' | 'development'): void {
  Object.assign(process.env, { NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: '1' })
  // Next sets it later, but returns to the value it reads here when an .env file or the list of pages changes: its own
  // development server would then answer 500, without the files of a build.
  if (mode === 'development') process.env.__NEXT_DEV_SERVER = '1'
  // Next's own copy, so that both read the files in the same way.
  const nextEnv: NextEnv = createRequire(requireHere.resolve('next'))('@next/env')
  nextEnv.loadEnvConfig(projectFolder, mode === 'development')
}

/** The file that Node runs for `next <command>`. */
export function nextCommand(): string {
  return requireHere.resolve('next/dist/bin/next')
}
