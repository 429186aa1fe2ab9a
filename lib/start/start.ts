import { processLog, processMetrics } from '@/lib/operations/server'
import { readConfig } from '@/lib/upstream/config'
import { readAddress, urlOf } from './address'
import { buildIfNeeded } from './build-if-needed'
import { describeUpstream } from './describe'
import { loadEnvironment, projectFolder } from './environment'
import { openMetrics, readMetricsPort } from './metrics-server'
import { runCommand } from './run-command'
import { openServer } from './serve'
import { onSignals } from './signals'
import { StartError } from './start-error'

/** `npm start`: check the configuration, take the port, build if needed, serve until told to stop. */
await runCommand(async () => {
  loadEnvironment('production')
  // Paths in variables are meant from the project's folder.
  process.chdir(projectFolder)
  const config = readConfig(process.env)
  const tileOrigin = new URL(config.map.tileUrl).origin
  const observers = openObservers()
  const metricsPort = readMetricsPort(process.env)
  const server = await openServer(readAddress(process.env), {
    tileOrigin,
    imageHosts: config.imageHosts,
    ...observers,
  })
  const metrics = metricsPort === null ? null : await openMetrics(observers.metrics, metricsPort)
  let ready = false
  onSignals(async () => {
    // Nobody was served yet, and a half-built build is built again.
    if (!ready) return 130
    print('Stopping …')
    await server.stop()
    metrics?.close()
    print('Stopped')
    return 0
  })
  await buildIfNeeded(projectFolder, print)
  await server.prepare(projectFolder)
  ready = true
  print(`Kerbside shows ${describeUpstream(config)}`)
  if (metrics) print(`Metrics at ${metrics.url}`)
  print(`Open ${urlOf(server.address)}`)
})

function openObservers() {
  try {
    return { log: processLog(), metrics: processMetrics() }
  } catch (error) {
    throw new StartError((error as Error).message)
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
