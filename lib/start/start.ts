import { readConfig } from '@/lib/upstream/config'
import { readAddress, urlOf } from './address'
import { buildIfNeeded } from './build-if-needed'
import { describeUpstream } from './describe'
import { loadEnvironment, projectFolder } from './environment'
import { runCommand } from './run-command'
import { openServer } from './serve'
import { onSignals } from './signals'

/** `npm start`: check the configuration, take the port, build if needed, serve until told to stop. */
await runCommand(async () => {
  loadEnvironment('production')
  // Paths in variables are meant from the project's folder.
  process.chdir(projectFolder)
  const config = readConfig(process.env)
  const tileOrigin = new URL(config.map.tileUrl).origin
  const server = await openServer(readAddress(process.env), { tileOrigin })
  let ready = false
  onSignals(async () => {
    // Nobody was served yet, and a half-built build is built again.
    if (!ready) return 130
    print('Stopping …')
    await server.stop()
    print('Stopped')
    return 0
  })
  await buildIfNeeded(projectFolder, print)
  await server.prepare(projectFolder)
  ready = true
  print(`Kerbside shows ${describeUpstream(config)}`)
  print(`Open ${urlOf(server.address)}`)
})

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
