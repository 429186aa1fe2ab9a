import { loadEnvironment, projectFolder } from '@/lib/app/env-files'
import { flushProcessAuth, processAuth } from '@/lib/app/parts/auth'
import { checkCity, mapRoutes, processMapArchive } from '@/lib/app/parts/city'
import { checkFleet } from '@/lib/app/parts/fleet'
import { processLog, processMetrics } from '@/lib/app/parts/observability'
import { startRecordAlways } from '@/lib/app/parts/recording/record-always'
import { processSettings } from '@/lib/app/parts/settings'
import { runBeforeStop } from '@/lib/app/parts/stop'
import { closeProcessStore, processRedis, processStore } from '@/lib/app/parts/store'
import { processWebhooks } from '@/lib/app/parts/webhooks'
import { urlOf } from '@/lib/app/settings/listen-address'
import { describeUrl } from '@/lib/app/settings/parsers/store'
import type { Settings } from '@/lib/app/settings/settings'
import { OSM_TILE_URL } from '@/lib/app/settings/variables'
import { buildIfNeeded } from '@/lib/server/build/build-if-needed'
import { runCommand } from '@/lib/server/build/run-command'
import { openMetrics } from './metrics-server'
import { openServer } from './serve'
import { onSignals } from './signals'

const OWN_MAP_HINT =
  'The map comes from tile.openstreetmap.org, which learns where your vehicles are looked for and may refuse an office’s traffic. ' +
  'A map of your own ends that: CITY_DIR, see “A city of your own” in docs/operations.md'

// Lines for a person: without a reader, or on a full disk, they are lost and nothing else is.
process.stdout.on('error', () => undefined)
const dev = process.argv.includes('--dev')

/**
 * `npm start`: check the settings, take the port, build if needed, serve until a signal.
 * `npm run dev`: the same without a build; pages and routes are compiled on request and reloaded when edited.
 */
await runCommand(async () => {
  loadEnvironment(dev ? 'development' : 'production')
  // Relative paths in variables begin at the project's folder.
  process.chdir(projectFolder)
  const settings = processSettings()
  const { isRequired, origin, trustedProxies } = settings.auth
  const map = await processMapArchive()
  await checkCity()
  await checkFleet(settings)
  const observers = { log: processLog(), metrics: processMetrics() }
  const server = await openServer(settings.listen, {
    tileOrigin: map ? null : new URL(settings.map.tileUrl).origin,
    imageHosts: settings.imageHosts,
    auth: processAuth,
    trustedProxies,
    // The development server hands out source code.
    loopbackOnly: dev ? 'with npm run dev' : isRequired ? null : 'without sign-in',
    dev,
    mapTile: mapRoutes.mapTile,
    webhooks: processWebhooks,
    ...observers,
  })
  const metrics =
    settings.metricsPort === null ? null : await openMetrics(observers.metrics, settings.metricsPort)
  let ready = false
  onSignals(async () => {
    // Nothing was served yet, and an unfinished build is built again.
    if (!ready) return 130
    print('Stopping …')
    await server.stop()
    metrics?.close()
    await Promise.all([flushProcessAuth(), runBeforeStop()])
    await closeProcessStore()
    print('Stopped')
    return 0
  })
  // Before a build, so that a database that cannot be opened is reported at once.
  const auth = await processAuth()
  // Opening takes seconds, which the first map must not wait for; without sign-in Kerbside works without it.
  if (!auth && settings.upstream.kind === 'configured') await processStore().catch(() => null)
  const redis = isRequired || settings.upstream.kind === 'configured' ? await processRedis() : null
  if (!dev) await buildIfNeeded(projectFolder, print)
  await server.prepare(projectFolder)
  void startRecordAlways().catch((error: unknown) =>
    observers.log('error', { event: 'recording', message: String(error) }),
  )
  // Store deliveries that wait on disk, and let the demo's bookings begin to arrive.
  void processWebhooks().catch((error: unknown) =>
    observers.log('error', { event: 'webhooks', message: String(error) }),
  )
  ready = true
  print(`Kerbside shows ${describeUpstream(settings)}`)
  if (settings.upstream.kind === 'configured' && !map && settings.map.tileUrl === OSM_TILE_URL)
    print(OWN_MAP_HINT)
  if (!isRequired) print('Sign-in is disabled')
  const { redisUrl } = settings.store
  if (redis && redisUrl && redis.status !== 'ready')
    print(`REDIS_URL: Redis at ${describeUrl(redisUrl)} does not answer; until it does, this node runs alone`)
  const setUp = await auth?.invitations.createSetUp()
  if (setUp) {
    const link = `${origin ?? urlOf(server.address)}/set-up#${setUp.secret}`
    print(`No operators yet. Create the first administrator within 24 hours: ${link}`)
  }
  if (metrics) print(`Metrics at ${metrics.url}`)
  print(`Open ${urlOf(server.address)}`)
})

/** Never shows the key. */
function describeUpstream({ upstream }: Settings): string {
  if (upstream.kind === 'configured') return `the service at ${upstream.baseUrl}`
  const fleet = upstream.fleetFile ? `the fleet of ${upstream.fleetFile}` : `${upstream.vehicles} vehicles`
  return `demo data: the embedded reference service with ${fleet}`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
