import { buildIfNeeded } from './build-if-needed'
import { loadEnvironment, projectFolder } from './environment'
import { runCommand } from './run-command'

/** `npm run build`: what `npm start` would build, without starting. Needs no variable. */
await runCommand(async () => {
  loadEnvironment('production')
  await buildIfNeeded(projectFolder, (line) => process.stdout.write(`${line}\n`))
})
