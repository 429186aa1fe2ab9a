import 'server-only'
import { randomUUID } from 'node:crypto'
import type { EmbeddedReference } from '@/lib/config/settings'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import { loadFleetFile } from '@/lib/reference/fleets/fleet-file'
import { createReferenceService } from '@/lib/reference/service'
import { composeUpstream, type Service, type Upstream } from '@/lib/upstream/compose'
import { fixedKey } from '@/lib/upstream/http/key-source'
import { processLog, processMetrics } from './observability'
import { processSettings } from './settings'

// On globalThis, since Next gives each route its own copy of this module and dev mode replaces it at every save.
const shared = globalThis as typeof globalThis & { kerbsideUpstream?: Promise<Upstream> }

/**
 * The upstream that the environment chose, composed on first use: a build opens no file and needs no variable.
 * @throws ConfigError, FleetFileError; the next use tries again
 */
export function upstream(): Promise<Upstream> {
  shared.kerbsideUpstream ??= compose().catch((error: unknown) => {
    shared.kerbsideUpstream = undefined
    throw error
  })
  return shared.kerbsideUpstream
}

async function compose(): Promise<Upstream> {
  const metrics = processMetrics()
  const composed = await composeUpstream(processSettings(), {
    openReference,
    log,
    onAttempt: (failure) => metrics.asked(failure?.kind ?? 'ok'),
  })
  metrics.watch({ breaker: composed.breakerState })
  return composed
}

async function openReference(reference: EmbeddedReference): Promise<Service> {
  const fleet = await openFleet(reference)
  // A key of this process alone: the reference service asks for one like any other.
  const key = randomUUID()
  // The largest page it offers: a city is read in tens of pages, not hundreds.
  const send = createReferenceService({ fleet, keys: [{ key }], gaps: { limitMaximum: 1000 } })
  return { send, baseUrl: 'http://reference.localhost', key: fixedKey(key), centre: fleet.centre }
}

async function openFleet({ fleetFile, vehicles, centre }: EmbeddedReference): Promise<Fleet> {
  if (!fleetFile) return createDemoFleet({ centre, vehicles })
  const { fleet, skipped } = await loadFleetFile(fleetFile)
  const first = skipped[0]
  if (first) {
    log(`REFERENCE_FLEET: rows skipped: ${skipped.length}; the first is row ${first.row}: ${first.reason}`)
  }
  return fleet
}

function log(message: string): void {
  processLog()('warn', { event: 'upstream', message })
}
