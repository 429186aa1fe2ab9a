import { setTimeout as pause } from 'node:timers/promises'
import { setApp } from '@/lib/app/app'
import { compose } from '@/lib/app/compose'
import { loadEnvironment, projectFolder, settingsFolder } from '@/lib/app/env-files'
import { collectAfterStart } from '@/lib/app/garbage'
import { openMetrics } from '@/lib/app/metrics-server'
import { describeUrl } from '@/lib/app/settings/address-parsers'
import { ConfigError } from '@/lib/app/settings/config-error'
import { describeUpstream, loopbackReason, warningsOfKey } from '@/lib/app/settings/describe'
import { urlOf } from '@/lib/app/settings/listen-address'
import { readSettings } from '@/lib/app/settings/read-settings'
import { OSM_TILE_URL } from '@/lib/app/settings/variables'
import { buildIfNeeded } from '@/lib/build/build-if-needed'
import { bundleOf, startAgain } from '@/lib/build/build-inputs.js'
import { runCommand } from '@/lib/build/run-command'
import { openServer } from './serve'
import { onSignals } from './signals'

const AGAIN_MS = 2_000

const OWN_MAP_HINT =
  'The map comes from tile.openstreetmap.org, which learns where your vehicles are looked for and may refuse an office’s traffic. ' +
  'A map of your own ends that: CITY_DIR, see “A city of your own” in docs/operations.md'

// Lines for a person: without a reader, or on a full disk, they are lost and nothing else is.
process.stdout.on('error', () => undefined)
const dev = process.argv.includes('--dev')

/**
 * `npm start`: check the settings, take the port, build if needed, serve until a
 * signal. `npm run dev`: the same without a build; pages and routes are compiled on
 * request and reloaded when edited.
 */
await runCommand(async () => {
  const unknownNames = loadEnvironment(dev ? 'development' : 'production')
  // Relative paths in variables begin there.
  process.chdir(settingsFolder)
  const settings = readSettings(process.env, projectFolder, settingsFolder)
  const app = setApp(compose(settings))
  const { log, metrics } = app
  const { requiresSignIn, service } = settings
  const messages = service ? [...unknownNames, ...warningsOfKey(service.apiKey)] : unknownNames
  for (const message of messages) log('warn', { event: 'settings', message })
  await app.checkFiles()
  const map = await app.mapArchive()
  const server = await openServer(
    { host: settings.HOST, port: settings.PORT },
    {
      tileOrigin: map ? null : new URL(settings.MAP_TILE_URL).origin,
      imageHosts: settings.IMAGE_HOSTS,
      auth: app.auth,
      trustedProxies: settings.TRUSTED_PROXY,
      loopbackOnly: loopbackReason(dev, settings),
      dev,
      mapTile: app.mapTile,
      webhooks: app.webhooks,
      log,
      metrics,
    },
  )
  const metricsServer =
    settings.METRICS_PORT === null
      ? null
      : await openMetrics(metrics, { host: settings.METRICS_HOST, port: settings.METRICS_PORT })
  let ready = false
  onSignals(async () => {
    // Nothing was served yet, and an unfinished build is built again.
    if (!ready) return 130
    print('Stopping …')
    await server.stop()
    metricsServer?.close()
    await app.stop()
    print('Stopped')
    return 0
  })
  // Before a build, so that a database that cannot be opened is reported at once.
  let isAway = false
  await app.auth().catch((error: unknown) => {
    // It may start after this node, which answers meanwhile that it is not ready.
    if (!isDatabaseAway(error)) throw error
    isAway = true
    log('warn', { event: 'database', message: `${error.message}. Kerbside waits for it` })
  })
  // Opening takes seconds, which the first map must not wait for; without sign-in
  // Kerbside works without it.
  if (!requiresSignIn && service) await app.store().catch(() => null)
  const redis = requiresSignIn || service ? await app.redis() : null
  if (!dev) await buildIfNeeded(projectFolder, print)
  const isBundled = dev || 'kerbsideBundle' in globalThis
  if (startAgain && !isBundled && (await bundleOf(projectFolder))) {
    // The compiler of the sources would stay, 75 MB.
    await server.stop()
    await app.stop()
    startAgain(process.env)
  }
  await server.prepare(projectFolder)
  const start = (event: string, part: () => Promise<unknown>) =>
    void part().catch((error: unknown) => log('error', { event, message: String(error) }))
  const startParts = () => {
    start('recording', app.recordAlways)
    // Store deliveries that wait on disk, and let the demo's bookings begin to arrive.
    start('webhooks', app.webhooks)
  }
  if (!isAway) startParts()
  ready = true
  print(`Kerbside ${app.version} shows ${describeUpstream(settings)}`)
  if (service && !map && settings.MAP_TILE_URL === OSM_TILE_URL) print(OWN_MAP_HINT)
  if (!requiresSignIn) print('Sign-in is disabled')
  if (redis && settings.REDIS_URL && redis.status !== 'ready')
    print(
      `REDIS_URL: Redis at ${describeUrl(settings.REDIS_URL)} does not answer; until it does, this node runs alone`,
    )
  const printSetUp = async () => {
    const setUp = await (await app.auth())?.invitations.createSetUp()
    const link = `${settings.KERBSIDE_URL ?? urlOf(server.address)}/set-up#${setUp?.secret}`
    if (setUp) print(`No operators yet. Create the first administrator within 24 hours: ${link}`)
  }
  if (!isAway) await printSetUp()
  if (metricsServer) print(`Metrics at ${metricsServer.url}`)
  print(`Open ${urlOf(server.address)}`)
  collectAfterStart()
  if (!isAway) return
  await untilReached(app.auth)
  log('info', { event: 'database', message: 'PostgreSQL answers' })
  startParts()
  await printSetUp()
})

/** @throws the error of a database that answers and refuses */
async function untilReached(open: () => Promise<unknown>): Promise<void> {
  for (;;) {
    const error: unknown = await open().then(
      () => null,
      (reason: unknown) => reason,
    )
    if (error === null) return
    if (!isDatabaseAway(error)) throw error
    await pause(AGAIN_MS)
  }
}

/**
 * Known by its shape: the class comes with the database's client, which demo data need not load.
 */
function isDatabaseAway(error: unknown): error is Error {
  return error instanceof ConfigError && 'query' in error
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
