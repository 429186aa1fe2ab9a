import { join } from 'node:path'
import { ConfigError } from '@/lib/app/settings/config-error'
import type { EmbeddedReference, Settings } from '@/lib/app/settings/settings'
import { openCityFleet } from '@/lib/reference/city/load-city'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import { FleetFileError, loadFleetFile } from '@/lib/reference/fleets/fleet-file'
import { processInstance } from './instance'
import { processLog } from './observability'

/** Reads the file of REFERENCE_FLEET; a generated fleet is made on first use. @throws ConfigError */
export async function checkFleet({ upstream }: Pick<Settings, 'upstream'>): Promise<void> {
  if (upstream.kind === 'reference' && upstream.fleetFile) await processFleet(upstream)
}

/** The demo's vehicles. @throws ConfigError */
export function processFleet(reference: EmbeddedReference): Promise<Fleet> {
  return processInstance('fleet', () => openFleet(reference)).get()
}

async function openFleet({ fleetFile, vehicles, centre }: EmbeddedReference): Promise<Fleet> {
  if (!fleetFile)
    return centre ? createDemoFleet({ centre, vehicles }) : openCityFleet(cityFolder(), { vehicles })
  const { fleet, skipped } = await loadFleetFile(fleetFile).catch((error: unknown) => {
    if (!(error instanceof FleetFileError)) throw error
    throw new ConfigError(
      `REFERENCE_FLEET: ${error.message}. Only GBFS is read: name a free_bike_status or vehicle_status file, or unset REFERENCE_FLEET for a generated one`,
    )
  })
  const first = skipped[0]
  if (first) {
    log(`REFERENCE_FLEET: rows skipped: ${skipped.length}; the first is row ${first.row}: ${first.reason}`)
  }
  return fleet
}

const cityFolder = () => join(/* turbopackIgnore: true */ process.cwd(), 'lib/city/demo')

function log(message: string): void {
  processLog()('warn', { event: 'upstream', message })
}
