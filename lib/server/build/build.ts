import { loadEnvironment, projectFolder } from '@/lib/app/env-files'
import { buildIfNeeded } from './build-if-needed'
import { bundleServer } from './bundle'
import { runCommand } from './run-command'

/**
 * `npm run build`: the build of `npm start`, without starting. Needs no variable.
 * `--server`: without the pages.
 */
await runCommand(async () => {
  if (process.argv.includes('--server')) return bundleServer(projectFolder)
  loadEnvironment('production')
  await buildIfNeeded(projectFolder, (line) => process.stdout.write(`${line}\n`))
})
