import { loadEnvironment, projectFolder } from '@/lib/app/env-files'
import { buildIfNeeded } from './build-if-needed'
import { runCommand } from './run-command'

/** `npm run build`: the build of `npm start`, without starting. Needs no variable. */
await runCommand(async () => {
  loadEnvironment('production')
  await buildIfNeeded(projectFolder, (line) => process.stdout.write(`${line}\n`))
})
