import { basename, join } from 'node:path'
import { isPackage } from '@/lib/build/build-inputs.js'
import { projectFolder } from './env-files'

interface Running {
  /** Path of the script that was started. */
  readonly script: string
  readonly isPackage: boolean
  readonly projectFolder: string
  /** Set by `npx` to `exec`. */
  readonly npmCommand: string | undefined
}

const running: Running = {
  script: process.argv[1] ?? '',
  isPackage: isPackage(projectFolder),
  projectFolder,
  npmCommand: process.env.npm_command,
}

/**
 * The text to type for a command where Kerbside runs: in a clone, from a package whose `kerbside`
 * is in the path (a container), or from one that `npx` or systemd starts.
 */
export function commandLine(name: string, from: Running = running): string {
  if (!from.isPackage) return `npm run ${name} --`
  const isInPath = basename(from.script) === 'kerbside' && from.npmCommand !== 'exec'
  if (isInPath) return `kerbside ${name}`
  return `node ${join(from.projectFolder, 'lib/commands/kerbside.js')} ${name}`
}
