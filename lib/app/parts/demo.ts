import { join } from 'node:path'
import type { HomeArea } from '@/lib/api/contract/desk'
import type { Context } from '@/lib/app/context'
import { ConfigError } from '@/lib/app/settings/config-error'
import type { Settings } from '@/lib/app/settings/read-settings'
import type { Directory } from '@/lib/fleet/directory/directory'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import { readUnwrapped } from '@/lib/interface/readers'
import type { Vehicle } from '@/lib/interface/resources'
import { asObject } from '@/lib/interface/values'
import { createDeliveries } from '@/lib/reference/bookings/deliveries'
import { CITY_CENTRE, openCityFleet } from '@/lib/reference/city/load-city'
import { AHEAD_MS } from '@/lib/reference/demo/booked-ahead'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import { FleetFileError, loadFleetFile } from '@/lib/reference/fleets/fleet-file'
import { answerGaps } from '@/lib/reference/gaps'
import { presentVehicle } from '@/lib/reference/present'
import { createReferenceService } from '@/lib/reference/service'
import type { Encryption } from '@/lib/store/encryption'
import type { Service } from '@/lib/upstream/compose'
import type { KeySource } from '@/lib/upstream/http/key-source'
import type { VehicleObserver } from '@/lib/upstream/service'
import { createMemoryInbox } from '@/lib/webhooks/memory-inbox'
import { createMemoryTokens } from '@/lib/webhooks/tokens'
import type { Webhooks } from '@/lib/webhooks/webhooks'

/** Vehicles whose bookings arrive: one every second or two. */
export const BOOKED_VEHICLES = 150
/** Bookings of this time before the start have arrived too. */
export const EARLIER_MS = 5 * 60_000

/** Holds the zones of the demo, in metres. */
export const DEMO_HOME_RADIUS = 2_500

/** The vehicles are in the demo city, not in an invented town. */
export function isDemoCity({ REFERENCE_CENTRE, REFERENCE_FLEET }: Settings): boolean {
  return REFERENCE_CENTRE === null && REFERENCE_FLEET === null
}

/** The home area of a desk that has set none; null where the settings say it. */
export function demoHome(settings: Settings): HomeArea | null {
  if (!isDemoCity(settings) || settings.MAP_POSITION !== null) return null
  return { name: 'Montevideo', position: CITY_CENTRE, radius: DEMO_HOME_RADIUS }
}

/** The demo's vehicles. @throws ConfigError */
export async function openFleet({ settings, root, warn }: Context): Promise<Fleet> {
  const { REFERENCE_FLEET: file, REFERENCE_VEHICLES: vehicles, REFERENCE_CENTRE: centre } = settings
  if (centre) return createDemoFleet({ centre, vehicles })
  if (!file) {
    const folder = join(/* turbopackIgnore: true */ root, 'lib/city/demo')
    return openCityFleet(folder, { vehicles })
  }
  const { fleet, skipped } = await loadFleetFile(file).catch((error: unknown) => {
    if (!(error instanceof FleetFileError)) throw error
    throw new ConfigError(
      `REFERENCE_FLEET: ${error.message}. Only GBFS is read: name a free_bike_status or vehicle_status file, or unset REFERENCE_FLEET for a generated one`,
    )
  })
  const first = skipped[0]
  if (first) {
    warn('upstream')(
      `REFERENCE_FLEET: rows skipped: ${skipped.length}; the first is row ${first.row}: ${first.reason}`,
    )
  }
  return fleet
}

/** The service that answers for a fleet. @param key which it requires as the real service does */
export function referenceService(fleet: Fleet, key: KeySource): Service {
  // The largest page it offers, to read a city in tens of pages instead of hundreds.
  const send = createReferenceService({
    fleet,
    keys: [{ key: key.current() }],
    gaps: { limitMaximum: 1000 },
  })
  return { send, baseUrl: 'http://reference.localhost', key, centre: fleet.centre }
}

/**
 * Learns the record of each vehicle with its first row, so that the first list has names: reading
 * the embedded service costs no other machine anything.
 */
export function learnEmbedded(
  observer: VehicleObserver,
  directory: Directory,
  fleet: Fleet,
  now: () => number,
): VehicleObserver {
  const answers = answerGaps()
  function learn(id: string): void {
    const nowMs = now()
    const index = fleet.findById(id)
    if (index < 0 || directory.factsOf(id) !== null) return
    const raw = presentVehicle(fleet.record(index, nowMs), answers)
    const found = readUnwrapped<Vehicle>(vehicleFields, { record: raw })
    if (found) directory.learn(found, nowMs)
  }
  return {
    ...observer,
    onSearchObjects(rows) {
      for (const row of rows) {
        const id = asObject(row)?.id
        if (typeof id === 'string') learn(id)
      }
      observer.onSearchObjects(rows)
    },
  }
}

export function demoInbox(encryption: Encryption) {
  return {
    inbox: createMemoryInbox(encryption),
    tokens: createMemoryTokens(),
    pending: null,
  }
}

/** Lets bookings of the fleet arrive, in every form in which a service may deliver them. */
export async function startDemoDeliveries(
  context: Context,
  fleet: Fleet,
  webhooks: Webhooks,
): Promise<void> {
  const token = await webhooks.tokens.create('Demo data', null)
  const startMs = context.clock.now()
  const deliveries = createDeliveries({
    fleet,
    vehicles: BOOKED_VEHICLES,
    gaps: {
      webhookForm: 'mixed',
      webhookSpelling: 'mixed',
      webhookDoubled: 'sometimes',
      webhookLate: 'sometimes',
    },
    sinceMs: startMs - EARLIER_MS,
    aheadSinceMs: startMs - AHEAD_MS,
    async fetch(_url, { headers, body } = {}) {
      await webhooks.receive({
        tokenId: token?.id ?? '',
        contentType: new Headers(headers).get('content-type'),
        headers: [],
        body: Buffer.from(String(body)),
      })
      return new Response(null, { status: 200 })
    },
  })
  void deliveries.send()
  deliveries.start()
  context.beforeStop(async () => deliveries.stop())
}
