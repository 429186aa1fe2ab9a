import 'server-only'
import { randomUUID } from 'node:crypto'
import { createDemoFleet } from '@/lib/reference/demo-fleet'
import type { Fleet } from '@/lib/reference/fleet'
import { loadFleetFile } from '@/lib/reference/fleet-file'
import { createReferenceService } from '@/lib/reference/service'
import type { ServiceState } from '@/lib/schema/answers'
import type { Position } from '@/lib/schema/resources'
import { type Config, DEFAULT_CENTRE, type EmbeddedReference, readConfig } from './config'
import { createHealth } from './health'
import { createNetworkSend, type Send } from './network'
import { createServiceClient, type ServiceClient } from './service'

/** The one service this server talks to. */
export interface Upstream {
  readonly client: ServiceClient
  /** As of the last call; asking makes none. */
  readonly state: () => ServiceState
}

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
  return composeUpstream(readConfig(process.env), (line) => process.stderr.write(`${line}\n`))
}

/** As upstream(), of a given configuration. */
export async function composeUpstream(config: Config, log: (line: string) => void): Promise<Upstream> {
  const { send, baseUrl, key, centre } = await chooseService(config.upstream, log)
  const health = createHealth(log)
  const kind = config.upstream.kind
  const { position, tileUrl, tileAttribution } = config.map
  return {
    client: createServiceClient({ send, baseUrl, key, onOutcome: health.onOutcome }),
    state: () => ({
      upstream: { kind, baseUrl: kind === 'reference' ? null : baseUrl, ...health.state() },
      map: { position: position ?? centre, tileUrl, tileAttribution },
    }),
  }
}

interface Chosen {
  readonly send: Send
  readonly baseUrl: string
  readonly key: string
  readonly centre: Position
}

async function chooseService(config: Config['upstream'], log: (line: string) => void): Promise<Chosen> {
  if (config.kind === 'configured') {
    const { baseUrl, apiKey } = config
    return { send: createNetworkSend(), baseUrl, key: apiKey.reveal(), centre: DEFAULT_CENTRE }
  }
  const fleet = await openFleet(config, log)
  // A key of this process alone: the reference service asks for one like any other.
  const key = randomUUID()
  const send = createReferenceService({ fleet, keys: [{ key }] })
  return { send, baseUrl: 'http://reference.localhost', key, centre: fleet.centre }
}

async function openFleet(config: EmbeddedReference, log: (line: string) => void): Promise<Fleet> {
  const { fleetFile, vehicles, centre } = config
  if (!fleetFile) return createDemoFleet({ centre, vehicles })
  const { fleet, skipped } = await loadFleetFile(fleetFile)
  const first = skipped[0]
  if (first) {
    log(`REFERENCE_FLEET: ${skipped.length} rows skipped; the first is row ${first.row}: ${first.reason}`)
  }
  return fleet
}
