import { loadEnvironment, projectFolder } from '@/lib/config/env-files'
import { readAddress, urlOf } from '@/lib/config/listen-address'
import { describeUrl } from '@/lib/config/store'
import { readConfig } from '@/lib/config/upstream'
import { authSettings, processAuth } from '@/lib/process/auth'
import { processLog, processMetrics } from '@/lib/process/observability'
import { closeProcessStore, processRedis, storeSettings } from '@/lib/process/store'
import { buildIfNeeded } from '@/lib/server/build/build-if-needed'
import { runCommand } from '@/lib/server/build/run-command'
import { openMetrics, readMetricsPort } from './metrics-server'
import { printSetUpLink } from './print-set-up-link'
import { openServer } from './serve'
import { onSignals } from './signals'
import { StartError } from './start-error'
import { summariseUpstream } from './upstream-summary'

/** `npm start`: check the configuration, take the port, build if needed, serve until told to stop. */
await runCommand(async () => {
  loadEnvironment('production')
  // Paths in variables are meant from the project's folder.
  process.chdir(projectFolder)
  const config = readConfig(process.env)
  const { isRequired, origin, trustedProxies } = authSettings()
  const { redisUrl } = storeSettings()
  const tileOrigin = new URL(config.map.tileUrl).origin
  const observers = openObservers()
  const metricsPort = readMetricsPort(process.env)
  const server = await openServer(readAddress(process.env), {
    tileOrigin,
    imageHosts: config.imageHosts,
    auth: processAuth,
    trustedProxies,
    loopbackOnly: !isRequired,
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
    await closeProcessStore()
    print('Stopped')
    return 0
  })
  // Before a build: a database that cannot be opened shows at once.
  const auth = await processAuth()
  const redis = isRequired || config.upstream.kind === 'configured' ? await processRedis() : null
  await buildIfNeeded(projectFolder, print)
  await server.prepare(projectFolder)
  ready = true
  print(`Kerbside shows ${summariseUpstream(config)}`)
  if (!isRequired) print('Signing in is not required')
  if (redis && redisUrl && redis.status !== 'ready')
    print(
      `REDIS_URL: Redis at ${describeUrl(redisUrl)} does not answer; until it does, this node is on its own`,
    )
  if (auth) await printSetUpLink(auth, origin ?? urlOf(server.address), print)
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
