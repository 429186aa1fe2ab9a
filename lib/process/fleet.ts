import { join } from 'node:path'
import type { EmbeddedReference } from '@/lib/config/settings'
import { openCityFleet } from '@/lib/reference/city/load-city'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import { loadFleetFile } from '@/lib/reference/fleets/fleet-file'
import { processInstance } from './instance'
import { processLog } from './observability'

/** The demo's vehicles. @throws FleetFileError */
export function processFleet(reference: EmbeddedReference): Promise<Fleet> {
  return processInstance('fleet', () => openFleet(reference)).get()
}

async function openFleet({ fleetFile, vehicles, centre }: EmbeddedReference): Promise<Fleet> {
  if (!fleetFile)
    return centre ? createDemoFleet({ centre, vehicles }) : openCityFleet(cityFolder(), { vehicles })
  const { fleet, skipped } = await loadFleetFile(fleetFile)
  const first = skipped[0]
  if (first) {
    log(`REFERENCE_FLEET: rows skipped: ${skipped.length}; the first is row ${first.row}: ${first.reason}`)
  }
  return fleet
}

const cityFolder = () => join(/* turbopackIgnore: true */ process.cwd(), 'lib/demo-city')

function log(message: string): void {
  processLog()('warn', { event: 'upstream', message })
}
