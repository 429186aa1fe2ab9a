import 'server-only'
import { randomUUID } from 'node:crypto'
import { createDemoFleet } from '@/lib/reference/demo-fleet'
import type { Fleet } from '@/lib/reference/fleet'
import { loadFleetFile } from '@/lib/reference/fleet-file'
import { createReferenceService } from '@/lib/reference/service'
import { composeUpstream, type Service, type Upstream } from './compose'
import { type EmbeddedReference, readConfig } from './config'

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
  return composeUpstream(readConfig(process.env), { openReference, log })
}

async function openReference(reference: EmbeddedReference): Promise<Service> {
  const fleet = await openFleet(reference)
  // A key of this process alone: the reference service asks for one like any other.
  const key = randomUUID()
  // The largest page it offers: a city is read in tens of pages, not hundreds.
  const send = createReferenceService({ fleet, keys: [{ key }], gaps: { limitMaximum: 1000 } })
  return { send, baseUrl: 'http://reference.localhost', key, centre: fleet.centre }
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

function log(line: string): void {
  process.stderr.write(`${line}\n`)
}
